import type { Passkey } from '@parley/protocol';
import { useState } from 'react';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useDeletePasskey } from '../../api/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { passkeyWords as words } from '../../words/passkeys.ts';
import styles from './you.module.css';

/** Lists the user's passkeys, and removes them. */
export function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [asking, setAsking] = useState<Passkey | null>(null);
  const remove = useDeletePasskey();
  return (
    <>
      {remove.error && !isPasswordAsked(remove) && <ErrorNotice error={remove.error} />}
      {passkeys.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyId} className={styles.row}>
              <span className={styles.what}>
                <span className={styles.name}>{passkey.name}</span>
                <span className={styles.small}>
                  {words.addedOn(dateAndTime(passkey.createdAt))} ·{' '}
                  {passkey.lastUsedAt === null ? words.notUsed : words.usedOn(dateAndTime(passkey.lastUsedAt))}
                </span>
              </span>
              <Button
                aria-label={words.removeOf(passkey.name)}
                busy={remove.isPending && remove.variables.passkeyId === passkey.passkeyId}
                onClick={() => setAsking(passkey)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AskPassword attempt={remove} />
      {asking && (
        <Dialog title={words.removeTitle(asking.name)} onClose={() => setAsking(null)}>
          <p>{words.removeText}</p>
          <Actions>
            <Button look="quiet" autoFocus onClick={() => setAsking(null)}>
              {words.cancel}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(null);
                remove.mutate({ passkeyId: asking.passkeyId });
              }}
            >
              {words.remove}
            </Button>
          </Actions>
        </Dialog>
      )}
    </>
  );
}
