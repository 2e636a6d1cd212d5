import type { AgentModel } from '@parley/protocol';
import { modelWords as words } from '../../words/models.ts';
import styles from '../../ui/badge.module.css';

const tones = { waiting: 'warn', starting: 'agent', running: 'good', failing: 'danger' } as const;

/** Shows what a model does as a word and a colour. */
export function StateBadge({ state }: Pick<AgentModel, 'state'>) {
  return (
    <span className={styles.badge} data-tone={tones[state]}>
      {words.states[state]}
    </span>
  );
}
