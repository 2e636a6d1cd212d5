import type { Agent } from '@parley/protocol';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { Link } from '../../navigation/link.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useDirectory } from '../../api/agents.ts';
import { newKey } from '../../api/new-key.ts';
import { useOpenConversation } from '../../api/conversations.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { beginWords as words } from '../../words/begin.ts';
import styles from './begin.module.css';
import { useFirstRoom } from './use-first-room.ts';

const atMost = 5;

/** Shows the first steps of a user without a room: available agents, and links to add a model or register an agent. */
export function Begin() {
  const { data: agents, error } = useDirectory('');
  useFirstRoom(agents);
  return (
    <section className={styles.begin} aria-label={words.title}>
      <h2>{words.agents}</h2>
      {error && !agents && <ErrorNotice error={error} />}
      {!agents && !error && <Skeleton label={words.loading} rows={2} />}
      {agents?.length === 0 && <p className={styles.none}>{words.none}</p>}
      {agents && agents.length > 0 && (
        <ul className={styles.agents}>
          {agents.slice(0, atMost).map((agent) => (
            <li key={agent.agentId}>
              <Talk agent={agent} />
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.addModel} className={styles.register}>
        {words.addModel}
      </Link>
      <Link to={paths.newAgent} className={styles.register}>
        {words.register}
      </Link>
    </section>
  );
}

function Talk({ agent }: { readonly agent: Agent }) {
  const [idempotencyKey] = useState(newKey);
  const open = useOpenConversation();
  const navigate = useNavigate();
  const start = async () => {
    const { item } = await open.mutateAsync({ agentIds: [agent.agentId], userIds: [], idempotencyKey });
    navigate(paths.room(item.conversationId));
  };
  return (
    <>
      <button
        type="button"
        className={styles.agent}
        aria-label={words.talkWith(agent.name)}
        aria-busy={open.isPending}
        disabled={open.isPending}
        onClick={() => void start().catch(() => undefined)}
      >
        <AgentAvatar agent={agent} />
        <span className={styles.about}>
          <span className={styles.name}>{agent.name}</span>
          <span className={styles.description}>{agent.description}</span>
        </span>
      </button>
      {open.error && <ErrorNotice error={open.error} />}
    </>
  );
}
