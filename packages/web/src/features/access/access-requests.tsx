import type { AgentId } from '@parley/protocol';
import { useId } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useAccessRequests, useResolveAccess } from '../../api/waiting.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { requestWords as words } from '../../words/requests.ts';
import styles from './access.module.css';

/** Shows the requests to seat one of the user's agents and their states; the owner may change an earlier decision. */
export function AccessRequests({ agentId }: { readonly agentId: AgentId }) {
  const titleId = useId();
  const { data: requests } = useAccessRequests(agentId);
  const resolve = useResolveAccess(agentId);
  if (!requests) return null;
  return (
    <section className={styles.requests} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.list}</h2>
      {requests.length === 0 && <p className={styles.faint}>{words.none}</p>}
      <ul className={styles.list}>
        {requests.map(({ userId, displayName, handle, note, state }) => (
          <li key={userId} className={styles.item}>
            <Avatar id={userId} kind="person" name={displayName} size={32} />
            <div className={styles.who}>
              <p>
                <bdi>{displayName}</bdi> <span className={styles.faint}>@{handle}</span>
              </p>
              {note !== null && <p dir="auto">{note}</p>}
              <p className={styles.faint}>{words.states[state]}</p>
            </div>
            {state !== 'denied' && (
              <Button aria-label={words.denyName(displayName)} onClick={() => resolve.mutate({ userId, isIn: false })}>
                {words.deny}
              </Button>
            )}
            {state !== 'approved' && (
              <Button
                look="primary"
                aria-label={words.approveName(displayName)}
                onClick={() => resolve.mutate({ userId, isIn: true })}
              >
                {words.approve}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {resolve.error && <ErrorNotice error={resolve.error} />}
    </section>
  );
}
