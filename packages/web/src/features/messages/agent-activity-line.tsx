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
  return (
    <p className={styles.line} data-mark={mark} role="status">
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
