import type { ConversationId, UserId } from '@parley/protocol';
import { findSpokenConversations } from '../../conversations/spoken-queries.ts';
import type { Db } from '../../storage/storage.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import type { Term } from '../../transcript/units.ts';
import { findCandidates, type Candidate, type Lookup } from '../../transcript/word-queries.ts';

/** Conversations that one statement looks into, which bounds how long it takes. */
const conversationsAStatement = 100;

type Place = readonly [at: string, id: string];

/** What the index has for a query, over the conversations of a person. */
export interface Search {
  /** At most `limit` messages that may be meant, the newest below a place. */
  next(below: Place | null, limit: number): Promise<Candidate[]>;
}

/**
 * Begins a search of one conversation, or of all. Conversations are looked into by how lately something was said there, and no further
 * than needed.
 */
export async function openSearch(
  db: Db,
  of: {
    readonly userId: UserId;
    readonly terms: readonly Term[];
    readonly conversationId: ConversationId | null;
    readonly ownsAgent: boolean;
  },
): Promise<Search> {
  const { userId, terms, conversationId, ownsAgent } = of;
  const conversations =
    conversationId === null
      ? await findSpokenConversations(db, userId)
      : [{ conversation_id: conversationId, last_message_at: new Date(0) }];
  const lookup = (conversation: ConversationId): Lookup => ({
    conversationId: conversation,
    query: writeQuery(conversation, terms, ['everyone']),
    ownerQuery: ownsAgent ? writeQuery(conversation, terms, ['everyone', 'owner']) : null,
  });
  return {
    async next(below, limit) {
      let newest: Candidate[] = [];
      for (let first = 0; first < conversations.length; first += conversationsAStatement) {
        // Nothing is newer in this conversation, or in those after it, than what was said there last.
        const [next] = conversations.slice(first);
        const oldest = newest[limit - 1];
        if (next && oldest && oldest.created_at > next.last_message_at) break;
        const lookups = conversations
          .slice(first, first + conversationsAStatement)
          .map((conversation) => lookup(conversation.conversation_id));
        newest = [...newest, ...(await findCandidates(db, { lookups, userId, below, limit }))]
          .sort(newestFirst)
          .slice(0, limit);
      }
      return newest;
    },
  };
}

function newestFirst(a: Candidate, b: Candidate): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.message_id < b.message_id ? 1 : -1);
}
