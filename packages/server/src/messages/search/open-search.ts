import type { ConversationId, UserId } from '@parley/protocol';
import { findSpokenRooms } from '../../conversations/spoken-queries.ts';
import type { Db } from '../../storage/storage.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import type { Term } from '../../transcript/units.ts';
import { findCandidates, type Candidate, type Lookup } from '../../transcript/word-queries.ts';

/** Rooms that one statement looks into, which bounds how long it takes. */
const roomsAStatement = 100;

type Place = readonly [at: string, id: string];

/** What the index has for a query, over the rooms of a person. */
export interface Search {
  /** At most `limit` messages that may be meant, the newest below a place. */
  next(below: Place | null, limit: number): Promise<Candidate[]>;
}

/** Begins a search of one room, or of all. Rooms are looked into by how lately something was said there, and no further than needed. */
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
  const rooms =
    conversationId === null
      ? await findSpokenRooms(db, userId)
      : [{ conversation_id: conversationId, last_message_at: new Date(0) }];
  const lookup = (room: ConversationId): Lookup => ({
    conversationId: room,
    query: writeQuery(room, terms, ['everyone']),
    ownerQuery: ownsAgent ? writeQuery(room, terms, ['everyone', 'owner']) : null,
  });
  return {
    async next(below, limit) {
      let newest: Candidate[] = [];
      for (let first = 0; first < rooms.length; first += roomsAStatement) {
        // Nothing is newer in this room, or in those after it, than what was said there last.
        const [next] = rooms.slice(first);
        const oldest = newest[limit - 1];
        if (next && oldest && oldest.created_at > next.last_message_at) break;
        const lookups = rooms.slice(first, first + roomsAStatement).map((room) => lookup(room.conversation_id));
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
