import type { ConversationId, UserId } from '@parley/protocol';
import { findSpokenConversations } from '../../conversations/spoken-queries.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { writeTroubleOf } from '../../../platform/storage/trouble.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import { findBehind, indexNewest } from '../../transcript/word-queries.ts';
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

type IndexStorage = Pick<Storage, 'db' | 'transactionWithLast'>;

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
  storage: IndexStorage,
  of: {
    readonly userId: UserId;
    readonly terms: readonly Term[];
    readonly conversationId: ConversationId | null;
    readonly ownsAgent: boolean;
  },
): Promise<Search> {
  const { userId, terms, conversationId, ownsAgent } = of;
  const { db } = storage;
  const conversations =
    conversationId === null
      ? await findSpokenConversations(db, userId)
      : [{ conversation_id: conversationId, last_message_at: new Date(0) }];
  const lookup = (conversation: ConversationId): Lookup => ({
    conversationId: conversation,
    query: writeQuery(conversation, terms, ['everyone']),
    ownerQuery: ownsAgent ? writeQuery(conversation, terms, ['everyone', 'owner']) : null,
  });
  let indexed = 0;
  return {
    async next(below, limit) {
      let newest: Candidate[] = [];
      let floor: Candidate | null = null;
      for (let first = 0; first < conversations.length; first += conversationsAStatement) {
        const some = conversations.slice(first, first + conversationsAStatement);
        // No message of this conversation or of those after it is newer than this conversation's last one.
        const end = newest[limit - 1] ?? floor;
        if (end && some[0] && end.created_at > some[0].last_message_at) break;
        const ids = some.map((conversation) => conversation.conversation_id);
        if (first >= indexed) await indexBehind(storage, ids);
        indexed = Math.max(indexed, first + conversationsAStatement);
        const lookups = ids.map(lookup);
        const next = await findCandidates(db, { lookups, userId, below, limit });
        floor = [floor, next.floor].flatMap((each) => each ?? []).sort(newestFirst)[0] ?? null;
        newest = [...newest, ...next.found].sort(newestFirst).slice(0, limit);
      }
      return { found: newest.filter((each) => floor === null || newestFirst(each, floor) <= 0), floor };
    },
  };
}

/** Batches that one search adds to the index for its conversations. Usually there is none, or one of few messages. */
const batchesASearch = 4;

/**
 * Indexes what the background has not indexed yet, so that a message is found as soon as it is stored. While the
 * database accepts no writes, it searches what is indexed.
 */
async function indexBehind(storage: IndexStorage, conversations: readonly ConversationId[]): Promise<void> {
  const behind = await findBehind(storage.db, conversations);
  if (behind.length === 0) return;
  try {
    for (let batch = 0; batch < batchesASearch; batch += 1) if (!(await indexNewest(storage, behind))) return;
  } catch (error) {
    if (writeTroubleOf(error) === null) throw error;
  }
}
