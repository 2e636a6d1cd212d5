import type { ConversationId, UserId } from '@parley/protocol';
import type { Hub } from '../signals/hub.ts';
import { RecentMap } from '../time/recent-map.ts';
import type { MovedRow, RowPlace } from './believed-queries.ts';
import type { PeopledConversationRow } from './queries.ts';

/** A room as this server last saw it. */
export interface Belief {
  readonly conversation: PeopledConversationRow;
  /** Whether its agent takes deliveries; false where none sits in it. */
  readonly isLive: boolean;
  readonly rows: Rows;
}

/** Where rows were last that change with each message. */
export interface Rows {
  readonly conversation: RowPlace | null;
  /** Of those who wrote last. */
  readonly people: readonly { readonly userId: UserId; readonly row: RowPlace }[];
}

export const nowhere: Rows = { conversation: null, people: [] };

/** Who wrote last is remembered for so many of a conversation. */
const writersMax = 16;

/** Where a conversation's rows are since these moved. */
export function movedTo(before: Rows, moved: readonly MovedRow[]): Rows {
  let { conversation, people } = before;
  for (const { userId, row } of moved) {
    if (userId === null) conversation = row;
    else people = [...people.filter((each) => each.userId !== userId), { userId, row }].slice(-writersMax);
  }
  return { conversation, people };
}

/** Conversations that are believed in at most; those that nobody wrote into for longest are forgotten. */
const beliefsMax = 20_000;

/**
 * What this server believes of conversations, from its own last look at them and from what it wrote there since. It may be wrong at any
 * time, so it only ever saves a look: whoever acts on it has the database compare it behind the conversation's lock.
 */
export class ConversationBeliefs {
  private readonly beliefs = new RecentMap<ConversationId, Belief>(beliefsMax);

  of(conversationId: ConversationId): Belief | undefined {
    return this.beliefs.get(conversationId);
  }

  learn(belief: Belief): void {
    this.beliefs.set(belief.conversation.conversation_id, belief);
  }

  /** A line was written into a conversation: the next one follows it. */
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

/** Beliefs that a line of another server's ends: this one would be wrong about the next. */
export function openBeliefs(hub: Pick<Hub, 'onHeard'>): ConversationBeliefs {
  const beliefs = new ConversationBeliefs();
  hub.onHeard((signals) => {
    for (const signal of signals) if (signal.type === 'messageAppended') beliefs.forget(signal.payload.conversationId);
  });
  return beliefs;
}
