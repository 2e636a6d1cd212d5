import type { Identity, SignInMethod } from '@parley/protocol';
import { useState } from 'react';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useIdentities, useUnlinkIdentity } from '../../api/sign-in-methods.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { signInWords as words } from '../../words/sign-in.ts';
import styles from './you.module.css';

/** Shows the user's accounts at providers, and removes them. */
export function Identities({ methods }: { readonly methods: readonly SignInMethod[] }) {
  const [asking, setAsking] = useState<Identity | null>(null);
  const { data: identities, error } = useIdentities();
  const unlink = useUnlinkIdentity();
  const nameOf = ({ providerId }: Identity) => methods.find(({ id }) => id === providerId)?.name;
  const remove = ({ identityId }: Identity) => {
    setAsking(null);
    unlink.mutate({ identityId });
  };
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {unlink.error && !isPasswordAsked(unlink) && <ErrorNotice error={unlink.error} />}
      {identities?.length === 0 && <p>{words.noAccounts}</p>}
      {identities !== undefined && identities.length > 0 && (
        <ul className={styles.rows} aria-label={words.accounts}>
          {identities.map((identity) => (
            <li key={identity.identityId} className={styles.row}>
              <span className={styles.what}>
                <span className={styles.name}>{nameOf(identity) ?? identity.providerId}</span>
                <span className={styles.small}>
                  {nameOf(identity) === undefined && `${words.removedProvider} · `}
                  {identity.issuer} · {words.linkedOn(dateAndTime(identity.linkedAt))}
                </span>
              </span>
              <Button
                aria-label={words.unlinkOf(nameOf(identity) ?? identity.providerId)}
                busy={unlink.isPending && unlink.variables.identityId === identity.identityId}
                onClick={() => setAsking(identity)}
              >
                {words.unlink}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AskPassword attempt={unlink} />
      {asking && (
        <Dialog title={words.unlinkTitle(nameOf(asking) ?? asking.providerId)} onClose={() => setAsking(null)}>
          <p>{words.unlinkText}</p>
          <Actions>
            <Button look="quiet" autoFocus onClick={() => setAsking(null)}>
              {words.notNow}
            </Button>
            <Button look="danger" onClick={() => remove(asking)}>
              {words.unlink}
            </Button>
          </Actions>
        </Dialog>
      )}
    </>
  );
}
