import type { ConversationId, UserId } from '@parley/protocol';
import { findSpokenConversations } from '../../conversations/spoken-queries.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import type { Term } from '../../transcript/units.ts';
import {
  findCandidates,
  newestFirst,
  type Candidate,
  type Candidates,
  type Lookup,
  type Place,
} from '../../transcript/candidate-queries.ts';

/** Conversations that one statement searches. It bounds the time of a statement. */
const conversationsAStatement = 100;

/** The search index for one query, over the conversations of a person. */
export interface Search {
  /** Returns at most `limit` candidates, newest first, below a place and down to a floor. */
  next(below: Place | null, limit: number): Promise<Candidates>;
}

/**
 * Begins a search of one conversation, or of all. Conversations are searched in order of their last message, and no
 * further than needed.
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
      let floor: Candidate | null = null;
      for (let first = 0; first < conversations.length; first += conversationsAStatement) {
        const some = conversations.slice(first, first + conversationsAStatement);
        // No message of this conversation or of those after it is newer than this conversation's last one.
        const end = newest[limit - 1] ?? floor;
        if (end && some[0] && end.created_at > some[0].last_message_at) break;
        const lookups = some.map((conversation) => lookup(conversation.conversation_id));
        const next = await findCandidates(db, { lookups, userId, below, limit });
        floor = [floor, next.floor].flatMap((each) => each ?? []).sort(newestFirst)[0] ?? null;
        newest = [...newest, ...next.found].sort(newestFirst).slice(0, limit);
      }
      return { found: newest.filter((each) => floor === null || newestFirst(each, floor) <= 0), floor };
    },
  };
}
