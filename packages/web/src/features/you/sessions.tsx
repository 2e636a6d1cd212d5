import { useState } from 'react';
import { useEndOtherSessions, useEndSession, useSessions } from '../../api/access.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { accessWords as words } from '../../words/access.ts';
import { youWords } from '../../words/you.ts';
import { deviceName } from './device-name.ts';
import styles from './you.module.css';

/** Shows the user's sessions and ends them. */
export function Sessions() {
  const [isAsking, setAsking] = useState(false);
  const { data: sessions, error } = useSessions();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const current = sessions?.filter((session) => session.current) ?? [];
  const others = sessions?.filter((session) => !session.current) ?? [];
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <div className={styles.head}>
        <h2 id="sessions">{words.sessions}</h2>
        {others.length > 0 && <Button onClick={() => setAsking(true)}>{words.signOutElsewhere}</Button>}
      </div>
      <p className={styles.hint}>{words.sessionsHint}</p>
      {error && <ErrorNotice error={error} />}
      {end.error && <ErrorNotice error={end.error} />}
      {!sessions && !error && <Skeleton label={youWords.loading} rows={2} />}
      <ul className={styles.rows} aria-label={words.sessions}>
        {[...current, ...others].map((session) => {
          const name = deviceName(session.userAgent);
          return (
            <li key={session.sessionId} className={styles.row}>
              <span className={styles.what}>
                <span className={styles.name} title={session.userAgent ?? undefined}>
                  {name}
                </span>
                <span className={styles.small}>
                  {words.signedIn(dateAndTime(session.createdAt))} · {words.lastUsed(dateAndTime(session.lastUsedAt))}
                </span>
              </span>
              {session.current ? (
                <span className={styles.tag}>{words.thisOne}</span>
              ) : (
                <Button
                  aria-label={words.signOutOf(name)}
                  busy={end.isPending && end.variables === session.sessionId}
                  onClick={() => end.mutate(session.sessionId)}
                >
                  {words.signOutThere}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {isAsking && (
        <Confirm
          title={words.signOutElsewhereTitle}
          action={words.signOutElsewhere}
          onConfirm={() => endOthers.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          {words.signOutElsewhereText}
        </Confirm>
      )}
    </section>
  );
}
