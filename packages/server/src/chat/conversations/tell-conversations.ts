import type { AgentId } from '@parley/protocol';
import type { App } from './app.ts';
import { tell } from '../../platform/signals/signal.ts';
import { findConversationsOfAgent } from './queries.ts';

export interface ConversationTeller {
  /** Sends no further signals. Resolves when the running work is done. */
  stop(): Promise<void>;
}

/** Maximum number of conversations notified of one change. The most recently active are chosen. */
const conversationsMax = 1000;

/**
 * Notifies people when the agent of a conversation of theirs is paused, resumed, deleted or renamed. Every server gets
 * the signal of the change and notifies the people connected to it, so this sends nothing over the bus.
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
