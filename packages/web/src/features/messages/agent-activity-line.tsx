import type { AgentMember } from '@parley/protocol';
import { Avatar } from '../../ui/avatar.tsx';
import { clockTime } from '../../ui/format-time.ts';
import type { AgentActivity } from './agent-activity.ts';
import styles from './agent-activity-line.module.css';

export interface AgentActivityLineProps {
  readonly agent: AgentMember;
  readonly activity: AgentActivity;
}

/** Says below the last message what the agent is doing about it. */
export function AgentActivityLine({ agent, activity }: AgentActivityLineProps) {
  const { state } = activity;
  const isBusy = state === 'working' || state === 'waiting';
  return (
    <p className={styles.line} data-state={state} role="status">
      <Avatar kind="agent" name={agent.name} size={24} />
      <span>{sentence(agent.name, activity)}</span>
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

function sentence(name: string, activity: AgentActivity): string {
  switch (activity.state) {
    case 'waiting':
      return `Reaching ${name}`;
    case 'working':
      return `${name} is working`;
    case 'stalled':
      return `${name} took your message at ${clockTime(activity.since)} and has not answered yet.`;
    case 'retrying':
      return `${name} could not be reached. The next try is at ${clockTime(activity.nextAttemptAt)}.`;
    case 'failed':
      return `${name} could not be reached, and no more tries are left. Send your message again to start over.`;
  }
}
