import { useState } from 'react';
import { AskPassword } from '../../api/ask-password.tsx';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useEraseSelf, useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { yourDataWords as words } from '../../words/your-data.ts';
import styles from './you.module.css';

/** Has the user erased, once they have typed their handle. */
export function EraseSelf() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="erase">
      <h2 id="erase">{words.erase}</h2>
      <p className={styles.hint}>{words.eraseHint}</p>
      <div className={styles.foot}>
        <Button look="danger" onClick={() => setAsking(true)}>
          {words.eraseIt}
        </Button>
      </div>
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const [confirm, setConfirm] = useState('');
  const erase = useEraseSelf();
  const confirmError = errorAt(erase.error, '/confirm');
  return (
    <>
      <Dialog title={words.eraseTitle} onClose={onClose}>
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            erase.mutate({ confirm: confirm.trim() });
          }}
        >
          <TextField
            label={words.confirmHandle(me.handle)}
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
