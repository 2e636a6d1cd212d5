import { useNavigate } from '@tanstack/react-router';
import { BookOpen, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { draftedRooms } from '../../api/drafts.ts';
import { useMe, useSignOut } from '../../api/session.ts';
import { useAllOutgoing } from '../../api/use-outbox.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { toast } from '../../ui/toasts.tsx';
import { outboxWords } from '../../words/outbox.ts';
import { sessionWords } from '../../words/session.ts';

/** The theme, what agents may do, the page for developers, and the way out, which asks where words would be lost. */
export function AccountChoices({ trigger }: { readonly trigger: ReactElement }) {
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const unsent = useAllOutgoing().length;
  const [drafts, setDrafts] = useState<number | null>(null);

  function leave(): void {
    const drafted = draftedRooms(me.userId).length;
    if (unsent + drafted > 0) setDrafts(drafted);
    else signOut.mutate(undefined, { onError: (error) => toast(error.message) });
  }

  return (
    <>
      <Menu side="top" align="start" trigger={trigger}>
        <ThemeChoice />
        <MenuRule />
        <MenuItem icon={<ShieldCheck size={16} aria-hidden />} onSelect={() => void navigate({ to: '/permissions' })}>
          Permissions
        </MenuItem>
        <MenuLink href="/docs" icon={<BookOpen size={16} aria-hidden />}>
          For developers
        </MenuLink>
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
          {sessionWords.signOut}
        </MenuItem>
      </Menu>
      {drafts !== null && (
        <Confirm
          title={outboxWords.unsentTitle}
          action={outboxWords.unsentAction}
          onConfirm={() => signOut.mutateAsync()}
          onClose={() => setDrafts(null)}
        >
          {outboxWords.unsent(unsent, drafts)}
        </Confirm>
      )}
    </>
  );
}
