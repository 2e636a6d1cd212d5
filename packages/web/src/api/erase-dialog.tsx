import { useState, type ReactNode } from 'react';
import { AskPassword } from './ask-password.tsx';
import { errorAt } from './error-at.ts';
import { ErrorNotice } from './error-notice.tsx';
import { isPasswordAsked } from './is-password-asked.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import layout from '../ui/form-layout.module.css';
import { yourDataWords as words } from '../words/your-data.ts';

interface Erasing {
  readonly confirm: string;
  readonly password?: string;
}

interface EraseDialogProps {
  readonly title: string;
  /** Asks for the handle, which has to be typed. */
  readonly label: string;
  /** The mutation that erases. */
  readonly erase: Parameters<typeof AskPassword<Erasing>>[0]['attempt'];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Has a person erased, once their handle was typed. */
export function EraseDialog({ title, label, erase, onClose, children }: EraseDialogProps) {
  const [confirm, setConfirm] = useState('');
  const confirmError = errorAt(erase.error, '/confirm');
  return (
    <>
      <Dialog title={title} onClose={onClose}>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            erase.mutate({ confirm: confirm.trim() });
          }}
        >
          {children}
          <TextField
            label={label}
            autoComplete="off"
            required
            autoFocus
            maxLength={64}
            value={confirm}
            error={confirmError}
            onChange={({ target }) => setConfirm(target.value)}
          />
          {erase.error !== null && !confirmError && !isPasswordAsked(erase) && <ErrorNotice error={erase.error} />}
          <Actions>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button look="danger" type="submit" busy={erase.isPending}>
              {words.eraseNow}
            </Button>
          </Actions>
        </form>
      </Dialog>
      <AskPassword attempt={erase} />
    </>
  );
}
