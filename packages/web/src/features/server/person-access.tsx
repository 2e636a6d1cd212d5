import type { AdminPerson } from '@parley/protocol';
import { useState } from 'react';
import { useChangePerson, useEndSessionsOfPerson } from '../../api/admin/people.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { personWords as words } from '../../words/server.ts';
import styles from './server.module.css';

/** Ends a person's sessions, disables the account and enables it. */
export function PersonAccess({ person: { userId, displayName, status } }: { readonly person: AdminPerson }) {
  const [asking, setAsking] = useState<'sessions' | 'disable' | null>(null);
  const change = useChangePerson(userId);
  const end = useEndSessionsOfPerson(userId);
  const isDisabled = status === 'disabled';
  return (
    <section className={styles.section} aria-labelledby="access">
      <h3 id="access">{words.access}</h3>
      {isDisabled && <p className={styles.hint}>{words.enableText}</p>}
      {isDisabled && change.error && <ErrorNotice error={change.error} />}
      <div className={styles.foot}>
        {isDisabled ? (
          <Button busy={change.isPending} onClick={() => change.mutate({ status: 'active' })}>
            {words.enable}
          </Button>
        ) : (
          <>
            <Button onClick={() => setAsking('sessions')}>{words.endSessions}</Button>
            <Button look="danger" onClick={() => setAsking('disable')}>
              {words.disable}
            </Button>
          </>
        )}
        <span role="status">{end.isSuccess && words.ended}</span>
      </div>
      {asking === 'sessions' && (
        <Confirm
          title={words.endSessionsTitle(displayName)}
          action={words.endSessions}
          onConfirm={() => end.mutateAsync()}
          onClose={() => setAsking(null)}
        >
          {words.endSessionsText}
        </Confirm>
      )}
      {asking === 'disable' && (
        <Confirm
          title={words.disableTitle(displayName)}
          action={words.disable}
          onConfirm={() => change.mutateAsync({ status: 'disabled' })}
          onClose={() => setAsking(null)}
        >
          {words.disableText}
        </Confirm>
      )}
    </section>
  );
}
