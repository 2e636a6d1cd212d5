import { statusWords } from '../../words/agent-page.ts';
import styles from '../../ui/badge.module.css';

const tones = {
  live: 'good',
  paused: 'warn',
  deleted: 'danger',
  delivered: 'good',
  pending: 'agent',
  failed: 'danger',
} as const;

/** Shows the status of an agent that is paused or deleted. For a live agent, the connection state is shown instead. */
export function AgentStatus({ status }: { readonly status: 'live' | 'paused' | 'deleted' }) {
  return status === 'live' ? null : <StatusBadge status={status} />;
}

/** Shows the status of an agent or of a delivery as a word and a colour. */
export function StatusBadge({ status }: { readonly status: keyof typeof tones }) {
  return (
    <span className={styles.badge} data-tone={tones[status]}>
      {statusWords[status]}
    </span>
  );
}
