import type { AgentMember } from '@parley/protocol';
import type { Turn } from '../../api/turn.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { clockTime } from '../../ui/format-time.ts';
import { turnLine } from '../../words/turn.ts';
import styles from './agent-activity-line.module.css';

export interface AgentActivityLineProps {
  readonly agent: AgentMember;
  readonly turn: Turn;
}

/** Says below the last message where it stands and who acts next. */
export function AgentActivityLine({ agent, turn }: AgentActivityLineProps) {
  const { stage, standing, sinceMs, nextAttemptAt } = turn;
  const nextTry = nextAttemptAt === null ? null : clockTime(nextAttemptAt);
  const { mark, sentence } = turnLine(stage, standing, { name: agent.name, sinceMs, nextTry });
  const isBusy = mark === 'moving' || (stage === 'dispatched' && mark === 'arrived');
  // What goes on by itself is not worth a word to those who listen.
  const isUrgent = mark === 'yours' || mark === 'broken' || mark === 'over';
  return (
    <p className={styles.line} data-mark={mark} aria-live={isUrgent ? 'polite' : 'off'}>
      <Avatar kind="agent" name={agent.name} size={24} />
      <span>{sentence}</span>
      {isBusy && (
        <span className={styles.dots} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </p>
  );
}
