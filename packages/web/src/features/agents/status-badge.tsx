import styles from './status-badge.module.css';

const looks = {
  live: { tone: 'good', text: 'Live' },
  paused: { tone: 'warn', text: 'Paused' },
  deleted: { tone: 'danger', text: 'Deleted' },
  delivered: { tone: 'good', text: 'Delivered' },
  pending: { tone: 'agent', text: 'Pending' },
  failed: { tone: 'danger', text: 'Failed' },
} as const;

/** The state of an agent or of a delivery, in a word and a colour. */
export function StatusBadge({ status }: { readonly status: keyof typeof looks }) {
  const { tone, text } = looks[status];
  return (
    <span className={styles.badge} data-tone={tone}>
      {text}
    </span>
  );
}
