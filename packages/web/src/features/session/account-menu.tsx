import { BookOpen, ChevronsUpDown, LogOut } from 'lucide-react';
import { useMe, useSignOut } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './account-menu.module.css';

/** Who is signed in, the theme, and the way out. */
export function AccountMenu() {
  const me = useMe();
  const signOut = useSignOut();
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button type="button" className={styles.account}>
          <Avatar kind="person" name={me.displayName} size={32} />
          <span className={styles.names}>
            <span className={styles.name}>{me.displayName}</span>
            <span className={styles.handle}>@{me.handle}</span>
          </span>
          <ChevronsUpDown size={16} aria-hidden />
        </button>
      }
    >
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
