import { BookOpen, Braces, LogOut, ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { pages, paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { sessionWords } from '../../words/session.ts';
import { useWayOut } from './use-way-out.tsx';

/**
 * Shows the account menu: theme, permissions, developer pages and sign-out. Sign-out asks for confirmation if unsent text would
 * be lost.
 */
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
        <MenuLink href={pages.guide} icon={<BookOpen size={16} aria-hidden />}>
          {sessionWords.guide}
        </MenuLink>
        <MenuLink href={pages.reference} icon={<Braces size={16} aria-hidden />}>
          {sessionWords.reference}
        </MenuLink>
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
          {sessionWords.signOut}
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}
