import type { ConversationId, UserId } from '@parley/protocol';
import type { Hub } from '../../platform/signals/hub.ts';
import { RecentMap } from '../../platform/time/recent-map.ts';
import type { MovedRow, RowPlace } from './believed-queries.ts';
import type { PeopledConversationRow } from './queries.ts';

/** A cached conversation. */
export interface Belief {
  readonly conversation: PeopledConversationRow;
  /** Whether its agent accepts deliveries; false without an agent. */
  readonly isLive: boolean;
  readonly rows: Rows;
}

/** Last known locations (`ctid`) of the rows that change with each message. */
export interface Rows {
  readonly conversation: RowPlace | null;
  /** The rows of the last authors. */
  readonly people: readonly { readonly userId: UserId; readonly row: RowPlace }[];
}

export const nowhere: Rows = { conversation: null, people: [] };

/** Maximum number of authors kept for a conversation. */
const writersMax = 16;

/** Returns the locations after these rows changed. */
export function movedTo(before: Rows, moved: readonly MovedRow[]): Rows {
  let { conversation, people } = before;
  for (const { userId, row } of moved) {
    if (userId === null) conversation = row;
    else people = [...people.filter((each) => each.userId !== userId), { userId, row }].slice(-writersMax);
  }
  return { conversation, people };
}

/** Maximum number of cached conversations. The least recently written are forgotten. */
const beliefsMax = 20_000;

/**
 * A cache of conversations, from this server's last reads and writes. It may be wrong at any time: the statement that
 * uses an entry verifies it under the lock of the conversation.
 */
export class ConversationBeliefs {
  private readonly beliefs = new RecentMap<ConversationId, Belief>(beliefsMax);

  of(conversationId: ConversationId): Belief | undefined {
    return this.beliefs.get(conversationId);
  }

  learn(belief: Belief): void {
    this.beliefs.set(belief.conversation.conversation_id, belief);
  }

  /** Updates the cache after a message was written to a conversation. */
  advance(conversationId: ConversationId, end: { readonly seq: number; readonly at: Date }): void {
    const belief = this.beliefs.get(conversationId);
    if (!belief) return;
    const conversation = { ...belief.conversation, last_seq: end.seq, last_message_at: end.at };
    this.learn({ ...belief, conversation, rows: { ...belief.rows, conversation: null } });
  }

  forget(conversationId: ConversationId): void {
    this.beliefs.delete(conversationId);
  }
}

/** Opens the cache. A message from another server invalidates the entry of its conversation. */
export function openBeliefs(hub: Pick<Hub, 'onHeard'>): ConversationBeliefs {
  const beliefs = new ConversationBeliefs();
  hub.onHeard((signals) => {
    for (const signal of signals) if (signal.type === 'messageAppended') beliefs.forget(signal.payload.conversationId);
  });
  return beliefs;
}
