import type { AgentConnection, AgentId } from '@parley/protocol';
import { useAgentConnection } from '../../api/connection.ts';
import { fullTime } from '../../ui/format-time.ts';
import { connectionWords as words } from '../../words/agent-connection.ts';
import { outcomeWords } from '../../words/outcomes.ts';
import { Listening } from './listening.tsx';
import badge from '../../ui/badge.module.css';
import styles from './connection-state.module.css';

const tones = { connected: 'good', never: 'agent', lost: 'warn', refusing: 'danger' } as const;

/** Shows the agent's connection state as a word and a colour. */
export function ConnectionBadge({ state }: { readonly state: AgentConnection['state'] }) {
  return (
    <span className={badge.badge} data-tone={tones[state]}>
      {words[state]}
    </span>
  );
}

/** Shows the connection state of one agent in a list. */
export function ConnectionOf({ agentId }: { readonly agentId: AgentId }) {
  const { data } = useAgentConnection(agentId);
  return data ? <ConnectionBadge state={data.state} /> : null;
}

/** Shows the agent's connection state, since when, and the outcome of the last delivery. */
export function ConnectionState({ agentId }: { readonly agentId: AgentId }) {
  const { data: connection, error } = useAgentConnection(agentId);
  return (
    <section className={styles.state} aria-labelledby="connection">
      <h2 id="connection">{words.heading}</h2>
      {error && !connection && <p>{words.unknown}</p>}
      {connection && <Facts connection={connection} />}
      {connection?.listening && <Listening agentId={agentId} listening={connection.listening} />}
    </section>
  );
}

function Facts({ connection: { state, since, streams, lastDelivery } }: { readonly connection: AgentConnection }) {
  return (
    <>
      <p className={styles.line}>
        <ConnectionBadge state={state} />
        <span className={styles.faint}>
          {words.since} <time dateTime={since}>{fullTime(since)}</time>
          {streams > 0 && ` · ${words.streams(streams)}`}
        </span>
      </p>
      <p className={styles.faint}>
        {lastDelivery === null ? (
          words.noDelivery
        ) : (
          <>
            {words.lastDelivery}: <time dateTime={lastDelivery.at}>{fullTime(lastDelivery.at)}</time>,{' '}
            {outcomeWords[lastDelivery.outcome] ?? lastDelivery.outcome}
          </>
        )}
      </p>
    </>
  );
}
