import { statusWords } from '../../words/agent-page.ts';
import styles from './status-badge.module.css';

const tones = {
  live: 'good',
  paused: 'warn',
  deleted: 'danger',
  delivered: 'good',
  pending: 'agent',
  failed: 'danger',
} as const;

/** The state of an agent or of a delivery, in a word and a colour. */
export function StatusBadge({ status }: { readonly status: keyof typeof tones }) {
  return (
    <span className={styles.badge} data-tone={tones[status]}>
      {statusWords[status]}
    </span>
  );
}
