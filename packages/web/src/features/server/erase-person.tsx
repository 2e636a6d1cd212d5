import type { AdminPerson } from '@parley/protocol';
import { useState } from 'react';
import { useErasePerson } from '../../api/admin/person-data.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { personDataWords as words, yourDataWords } from '../../words/your-data.ts';
import { AskPassword } from '../../api/ask-password.tsx';

interface ErasePersonProps {
  readonly person: AdminPerson;
  readonly onClose: () => void;
}

/** Has a person erased, once the administrator has typed their handle. */
export function ErasePerson({ person: { userId, handle, displayName }, onClose }: ErasePersonProps) {
  const [confirm, setConfirm] = useState('');
  const erase = useErasePerson(userId);
  const confirmError = errorAt(erase.error, '/confirm');
  return (
    <>
      <Dialog title={words.eraseTitle(displayName)} onClose={onClose}>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            erase.mutate({ confirm: confirm.trim() });
          }}
        >
          <p>{words.eraseText}</p>
          <TextField
            label={words.confirmHandle(handle)}
            autoComplete="off"
            required
            autoFocus
            maxLength={64}
            value={confirm}
            error={confirmError}
            onChange={({ target }) => setConfirm(target.value)}
          />
          {erase.error && !confirmError && !isPasswordAsked(erase) && <ErrorNotice error={erase.error} />}
          <Actions>
            <Button look="quiet" onClick={onClose}>
              {yourDataWords.cancel}
            </Button>
            <Button look="danger" type="submit" busy={erase.isPending}>
              {yourDataWords.eraseNow}
            </Button>
          </Actions>
        </form>
      </Dialog>
      <AskPassword attempt={erase} />
    </>
  );
}
