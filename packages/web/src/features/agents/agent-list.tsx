import type { Agent } from '@parley/protocol';
import type { ReactNode } from 'react';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useOwnAgents } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { agentPageWords as words } from '../../words/agent-page.ts';
import styles from './agent-list.module.css';
import { ConnectionOf } from './connection-state.tsx';
import { AgentStatus } from './status-badge.tsx';

/** Shows the user's own agents. `register` has the buttons that make the first one. */
export function AgentList({ register }: { readonly register: ReactNode }) {
  const { data: agents, error, refetch } = useOwnAgents();
  if (!agents && error) {
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />;
  }
  if (!agents) return <Skeleton label={words.loadingAll} rows={3} />;
  if (agents.length === 0) {
    return (
      <EmptyState title={words.noneYet} action={register}>
        {words.noneYetText}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {agents.map((agent) => (
        <li key={agent.agentId}>
          <AgentCard agent={agent} />
        </li>
      ))}
    </ul>
  );
}

function AgentCard({ agent }: { readonly agent: Agent }) {
  return (
    <Link to={paths.agent(agent.agentId)} className={styles.card}>
      <AgentAvatar agent={agent} size={44} />
      <span className={styles.about}>
        <span className={styles.name}>
          {agent.name} <span className={styles.handle}>@{agent.handle}</span>
        </span>
        <span className={styles.description}>{agent.description}</span>
      </span>
      <span className={styles.states}>
        <AgentStatus status={agent.status} />
        {agent.status === 'live' && <ConnectionOf agentId={agent.agentId} />}
      </span>
    </Link>
  );
}
