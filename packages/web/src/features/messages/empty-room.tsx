import type { ListedConversation } from '@parley/protocol';
import { useAgent } from '../../api/agents.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox, useOutgoing } from '../../api/use-outbox.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Mark } from '../../ui/logo.tsx';
import { emptyRoomWords as words } from '../../words/empty-room.ts';
import styles from './empty-room.module.css';

type Agent = ListedConversation['agentMembers'][number];

/** Shows an empty room: its agent greets, and offers something to press. */
export function EmptyRoom({ room }: { readonly room: ListedConversation }) {
  const agent = room.agentMembers[0];
  if (agent) return <Greeting agent={agent} room={room} />;
  return (
    <div className={styles.empty}>
      <Mark size={44} />
      <p>{words.begin}</p>
    </div>
  );
}

/** Drawn by the app, and marked as such: the agent itself has written nothing. */
function Greeting({ agent, room }: { readonly agent: Agent; readonly room: ListedConversation }) {
  const { data } = useAgent(agent.agentId);
  const { displayName } = useMe();
  const outbox = useOutbox();
  const isSending = useOutgoing(room.conversationId).length > 0;
  const prompts = data?.suggestedPrompts ?? [];
  return (
    <div className={styles.foot}>
      <section className={styles.greeting} aria-label={words.from(agent.name)}>
        <AgentAvatar agent={agent} />
        <div className={styles.said}>
          <h2>{agent.name}</h2>
          <p>{words.greeting(displayName, agent.name)}</p>
          {data?.description && <p>{data.description}</p>}
        </div>
        <div className={styles.prompts}>
          {data &&
            (prompts.length > 0 ? prompts : [words.ask]).map((prompt) => (
              <button
                key={prompt}
                type="button"
                className={styles.prompt}
                disabled={isSending}
                onClick={() => void outbox.send(room.conversationId, prompt)}
              >
                {prompt}
              </button>
            ))}
        </div>
        <p className={styles.hint}>{words.drawn(agent.name)}</p>
      </section>
    </div>
  );
}
