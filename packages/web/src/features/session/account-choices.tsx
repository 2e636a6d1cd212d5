import { BookOpen, LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSignOut } from '../../api/session.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { toast } from '../../ui/toasts.tsx';

/** The theme, the page for developers, and the way out. */
export function AccountChoices({ trigger }: { readonly trigger: ReactElement }) {
  const signOut = useSignOut();
  return (
    <Menu side="top" align="start" trigger={trigger}>
      <ThemeChoice />
      <MenuRule />
      <MenuLink href="/docs" icon={<BookOpen size={16} aria-hidden />}>
        For developers
      </MenuLink>
      <MenuItem
        icon={<LogOut size={16} aria-hidden />}
        onSelect={() => signOut.mutate(undefined, { onError: (error) => toast(error.message) })}
      >
        Sign out
      </MenuItem>
    </Menu>
  );
}
