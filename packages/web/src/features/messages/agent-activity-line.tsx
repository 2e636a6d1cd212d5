import type { AgentMember } from '@parley/protocol';
import type { Turn } from '../../api/turn.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { clockTime } from '../../ui/format-time.ts';
import { turnLine } from '../../words/turn.ts';
import { AskAgain } from './ask-again.tsx';
import { SendAgain } from './send-again.tsx';
import styles from './agent-activity-line.module.css';

export interface AgentActivityLineProps {
  readonly agent: AgentMember;
  readonly turn: Turn;
  /** Whether the last message of the room already says that the agent could not answer. */
  readonly isToldAbove: boolean;
}

/** Shows the state of the last message below it, and who acts next. */
export function AgentActivityLine({ agent, turn, isToldAbove }: AgentActivityLineProps) {
  const { stage, standing, sinceMs, nextAttemptAt, message } = turn;
  const asked = message.asking.map(({ name }) => name).join(', ');
  const nextTry = nextAttemptAt === null ? null : clockTime(nextAttemptAt);
  const { mark, sentence } = turnLine(stage, standing, { name: agent.name, sinceMs, nextTry, asked });
  const isBusy = mark === 'moving' || ((stage === 'dispatched' || stage === 'hasEarlier') && mark === 'arrived');
  // Screen readers announce only states that need the user or that end the turn.
  const isUrgent = mark === 'yours' || mark === 'broken' || mark === 'over';
  return (
    <p className={styles.line} data-mark={mark} aria-live={isUrgent ? 'polite' : 'off'}>
      <AgentAvatar agent={agent} size={24} />
      {!isToldAbove && <span>{sentence}</span>}
      {(stage === 'broken' || stage === 'failed') && <AskAgain turn={turn} />}
      {stage === 'hasEarlier' && <SendAgain message={message} />}
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
