import type { AdminAgent } from '@parley/protocol';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import styles from './server.module.css';

const tones = {
  live: 'agent',
  paused: 'plain',
  pending: 'accent',
  rejected: 'danger',
  suspended: 'danger',
  deleted: 'danger',
} as const;

/** Shows the state of an agent, unless it is simply live, and that a change of it waits. */
export function AgentTags({ agent: { state, pendingManifest } }: { readonly agent: AdminAgent }) {
  return (
    <span className={styles.tags}>
      {state !== 'pending' && pendingManifest && (
        <span className={styles.tag} data-tone="accent">
          {words.changeWaits}
        </span>
      )}
      {state !== 'live' && (
        <span className={styles.tag} data-tone={tones[state]}>
          {words.states[state]}
        </span>
      )}
    </span>
  );
}
