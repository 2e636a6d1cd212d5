import { BookOpen, LogOut, ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { sessionWords } from '../../words/session.ts';
import { useWayOut } from './use-way-out.tsx';

/** The theme, what agents may do, the page for developers, and the way out, which asks where words would be lost. */
export function AccountChoices({ trigger }: { readonly trigger: ReactElement }) {
  const navigate = useNavigate();
  const { leave, question } = useWayOut();

  return (
    <>
      <Menu side="top" align="start" trigger={trigger}>
        <ThemeChoice />
        <MenuRule />
        <MenuItem icon={<ShieldCheck size={16} aria-hidden />} onSelect={() => navigate(paths.permissions)}>
          {sessionWords.permissions}
        </MenuItem>
        <MenuLink href="/docs" icon={<BookOpen size={16} aria-hidden />}>
          {sessionWords.developers}
        </MenuLink>
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
          {sessionWords.signOut}
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}
