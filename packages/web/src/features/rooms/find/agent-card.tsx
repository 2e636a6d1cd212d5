import type { Agent } from '@parley/protocol';
import { MessageSquare } from 'lucide-react';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';
import { ErrorNotice } from '../../../api/error-notice.tsx';
import { AgentAvatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { findWords as words } from '../../../words/find.ts';
import styles from './find.module.css';
import { useStart } from './use-start.ts';

/** Shows an agent of the directory: its description, and a button to start a conversation with it. */
export function AgentCard({ agent }: { readonly agent: Agent }) {
  const start = useStart();
  return (
    <article className={styles.card} aria-label={agent.name}>
      <AgentAvatar agent={agent} size={40} />
      <div className={styles.about}>
        <h3>
          <Link to={paths.agent(agent.agentId)}>{agent.name}</Link>
        </h3>
        <span className={styles.small}>@{agent.handle}</span>
        <p>{agent.description}</p>
      </div>
      <Button
        icon={<MessageSquare size={16} aria-hidden />}
        aria-label={words.talkWith(agent.name)}
        busy={start.isBusy}
        onClick={() => start.withAgent(agent.agentId)}
      >
        {words.talk}
      </Button>
      {start.error && <ErrorNotice error={start.error} />}
    </article>
  );
}
