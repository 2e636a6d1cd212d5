import type { ListedConversation } from '@parley/protocol';
import { useAgent } from '../../api/agents.ts';
import { useOutbox, useOutgoing } from '../../api/use-outbox.ts';
import { Mark } from '../../ui/logo.tsx';
import { emptyRoomWords } from '../../words/empty-room.ts';
import styles from './empty-room.module.css';

type Agent = ListedConversation['agentMembers'][number];

/** Shows an empty room: the agent's description and its suggested prompts. */
export function EmptyRoom({ room }: { readonly room: ListedConversation }) {
  const agent = room.agentMembers[0];
  return (
    <div className={styles.empty}>
      <Mark size={44} />
      {agent ? <Introduction agent={agent} room={room} /> : <p>{emptyRoomWords.begin}</p>}
    </div>
  );
}

function Introduction({ agent, room }: { readonly agent: Agent; readonly room: ListedConversation }) {
  const { data } = useAgent(agent.agentId);
  const outbox = useOutbox();
  const isSending = useOutgoing(room.conversationId).length > 0;
  const prompts = data?.suggestedPrompts ?? [];
  return (
    <>
      <h2>{agent.name}</h2>
      {data && <p>{data.description}</p>}
      <div className={styles.prompts}>
        {data &&
          (prompts.length > 0 ? prompts : [emptyRoomWords.hello]).map((prompt) => (
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
    </>
  );
}
