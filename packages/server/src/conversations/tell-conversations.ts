import type { AgentId } from '@parley/protocol';
import type { App } from './app.ts';
import { tell } from '../signals/signal.ts';
import { findConversationsOfAgent } from './queries.ts';

export interface ConversationTeller {
  /** Tells nothing more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

/** Conversations that are told of a change of their agent at most, the most recently active ones. */
const conversationsMax = 1000;

/**
 * Tells people when the agent of a conversation of theirs changes: when it is paused, by whomever, resumed, deleted or renamed. Every
 * server hears of the change and tells the people whose streams it holds, so nothing more goes over the bus.
 */
export function tellConversations({ storage, hub, log }: Pick<App, 'storage' | 'hub' | 'log'>): ConversationTeller {
  const underWay = new Set<Promise<void>>();
  const tellConversationsOf = async (agentId: AgentId): Promise<void> => {
    const conversations = await findConversationsOfAgent(storage.db, agentId, conversationsMax);
    hub.publishHere(
      conversations.map(({ conversation_id: conversationId, people }) =>
        tell(people, 'conversationUpdated', { conversationId }),
      ),
    );
  };
  const end = hub.onServer((signal) => {
    if (signal.type !== 'agentChanged') return;
    const work = tellConversationsOf(signal.agentId).catch((error: unknown) => {
      log.warn({ err: error }, 'could not notify conversations of agent change');
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  return {
    async stop() {
      end();
      await Promise.all(underWay);
    },
  };
}
