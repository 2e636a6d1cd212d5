import type { AgentConnection, AgentId } from '@parley/protocol';
import { useEndListening } from '../../api/connection.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { connectionWords as words } from '../../words/agent-connection.ts';
import styles from './connection-state.module.css';

interface ListeningProps {
  readonly agentId: AgentId;
  readonly listening: NonNullable<AgentConnection['listening']>;
}

/** Shows the owner's listening session and the button that ends it. */
export function Listening({ agentId, listening: { since, by, name } }: ListeningProps) {
  const end = useEndListening(agentId);
  return (
    <>
      <p className={styles.line}>
        <span>{words.listenedBy(by === 'token' ? words.token(name) : name)}</span>
        <span className={styles.faint}>
          {words.since} <time dateTime={since}>{fullTime(since)}</time>
        </span>
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          {words.endListening}
        </Button>
      </p>
      <p className={styles.faint}>{words.listeningHint}</p>
      {end.error && <ErrorNotice error={end.error} />}
    </>
  );
}
