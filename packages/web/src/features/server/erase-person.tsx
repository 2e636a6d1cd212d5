import type { AdminPerson } from '@parley/protocol';
import { useErasePerson } from '../../api/admin/person-data.ts';
import { EraseDialog } from '../../api/erase-dialog.tsx';
import { personDataWords as words } from '../../words/your-data.ts';

interface ErasePersonProps {
  readonly person: AdminPerson;
  readonly onClose: () => void;
}

/** Has a person erased, once the administrator has typed their handle. */
export function ErasePerson({ person: { userId, handle, displayName }, onClose }: ErasePersonProps) {
  const erase = useErasePerson(userId);
  return (
    <EraseDialog
      title={words.eraseTitle(displayName)}
      label={words.confirmHandle(handle)}
      erase={erase}
      onClose={onClose}
    >
      <p>{words.eraseText}</p>
    </EraseDialog>
  );
}
