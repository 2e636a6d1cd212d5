import type { AgentMember, ListedConversation } from '@parley/protocol';
import { useAgent } from '../../api/agents.ts';
import { useMembership } from '../../api/membership.ts';
import { useConnectionLost } from '../../api/live.tsx';
import { useConnection } from '../../api/room-work.ts';
import { useMe } from '../../api/session.ts';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { connectionWords } from '../../words/agent-connection.ts';
import { panelWords, standingWords } from '../../words/panel.ts';
import styles from './panel.module.css';

export interface AgentStandingProps {
  readonly agent: AgentMember;
  readonly status: ListedConversation['agentStatus'];
}

const tones = { connected: 'good', never: 'warn', lost: 'warn', refusing: 'danger' } as const;

/** Shows whether the agent is available. Its owner also sees whether deliveries reach it. */
export function AgentStanding({ agent: { agentId, name }, status }: AgentStandingProps) {
  const { data: agent } = useAgent(agentId);
  const { data: membership } = useMembership(agentId);
  const me = useMe();
  const { data: connection } = useConnection(agentId, agent?.ownerUserId === me.userId);
  const now = useNow();
  const isLost = useConnectionLost();
  const standing = status ?? 'live';
  if (isLost && standing === 'live') return <p className={styles.line}>{panelWords.notKnown(name)}</p>;
  return (
    <>
      {(!connection || standing !== 'live') && (
        <p className={styles.dot} data-tone={standing === 'live' ? 'good' : 'warn'}>
          {standingWords[standing](name)}
        </p>
      )}
      {connection && standing === 'live' && (
        <p className={styles.dot} data-tone={tones[connection.state]}>
          {connectionWords[connection.state]}
          {connection.since !== null && (
            <span className={styles.faint}>
              {` ${connectionWords.since} `}
              <time dateTime={connection.since} title={fullTime(connection.since)}>
                {briefTime(connection.since, now)}
              </time>
            </span>
          )}
        </p>
      )}
      {agent && <p className={styles.line}>{agent.description}</p>}
      {membership?.blocked && <p className={styles.line}>{panelWords.blocked(name)}</p>}
    </>
  );
}
