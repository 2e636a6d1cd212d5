import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, MessageId } from '@parley/protocol';
import { ownerOf } from '../../accounts/agents/queries.ts';
import type { Db } from '../../platform/storage/storage.ts';

/** A conversation to search, with its queries on the word index. */
export interface Lookup {
  readonly conversationId: ConversationId;
  /** Matches the words that everyone in the conversation may read. */
  readonly query: string;
  /** Also matches words only for an agent's owner; null if the reader owns no agent. */
  readonly ownerQuery: string | null;
}

/** A message that may match the query. */
export interface Candidate {
  readonly message_id: MessageId;
  readonly created_at: Date;
}

export type Place = readonly [at: string, id: string];

export interface Candidates {
  /** Newest first. */
  readonly found: readonly Candidate[];
  /** Messages below this place were not searched; null if all were. */
  readonly floor: Candidate | null;
}

interface Query {
  readonly lookups: readonly Lookup[];
  readonly userId: string;
  readonly below: Place | null;
  readonly limit: number;
}

/** A conversation with more hits is searched by age instead. */
const hitsMax = 200;
/**
 * Maximum number of messages that one statement scans. It is divided among its conversations, with a minimum for each.
 */
export const walkMax = 2_000;
const walkMaxOfEach = 200;

/**
 * Returns at most `limit` candidates below a place, newest first. The word index returns hits unordered, so it is used
 * when there are few hits. Otherwise the messages are scanned by age, newest first, down to a floor.
 */
export async function findCandidates(db: Db, query: Query): Promise<Candidates> {
  const hits = await findByWords(db, query);
  const common = new Set(hits.flatMap((hit) => (hit.is_common ? [hit.conversation_id] : [])));
  const walked = await walkByAge(db, { ...query, lookups: query.lookups.filter((l) => common.has(l.conversationId)) });
  const [floor = null] = walked.filter((step) => step.is_floor).sort(newestFirst);
  const found = [...hits.filter((hit) => !hit.is_common), ...walked.filter((step) => step.is_hit)]
    .filter((each) => floor === null || newestFirst(each, floor) <= 0)
    .sort(newestFirst)
    .slice(0, query.limit);
  return { found, floor };
}

export function newestFirst(a: Candidate, b: Candidate): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.message_id < b.message_id ? 1 : -1);
}

type Hit = Candidate & { readonly conversation_id: ConversationId; readonly is_common: boolean };

/** Returns at most `limit` rows for each conversation: its newest hits, or any hits if they are too many to sort. */
async function findByWords(db: Db, { lookups, userId, below, limit }: Query): Promise<Hit[]> {
  // The place is compared after the limit. Otherwise a far page would read all hits to find those below it. The plain
  // column is never compared: with it, the planner might choose the index by age and read a whole conversation.
  const { rows } = await sql<Hit>`
    select l.conversation_id, f.message_id, f.created_at, f.is_common
    from ${unnested(lookups)}
    cross join lateral (
      select w.message_id, w.created_at, w.is_common
      from (
        select w.*, count(*) over () > ${hitsMax}::int as is_common
        from (
          select w.message_id, w.created_at, w.words from message_words w
          where w.words @@ l.owner_query::tsquery and w.conversation_id || '' = l.conversation_id
          limit ${hitsMax + 1}::int
        ) w
      ) w
      where w.is_common or (${isBelow(below)} and ${isReadable(userId)})
      order by w.created_at desc, w.message_id desc limit ${limit}::int
    ) f`.execute(db);
  return rows;
}

type Step = Candidate & { readonly is_hit: boolean; readonly is_floor: boolean };

/** Returns at most `limit` rows for each conversation: its newest hits, and the message at which the scan stopped. */
async function walkByAge(db: Db, { lookups, userId, below, limit }: Query): Promise<Step[]> {
  if (lookups.length === 0) return [];
  const steps = Math.max(walkMaxOfEach, Math.floor(walkMax / lookups.length));
  const { rows } = await sql<Step>`
    select f.message_id, f.created_at, f.is_hit, f.is_floor
    from ${unnested(lookups)}
    cross join lateral (
      select w.message_id, w.created_at, w.is_hit, w.step = ${steps}::int as is_floor
      from (
        select w.message_id, w.created_at, w.words @@ l.owner_query::tsquery and ${isReadable(userId)} as is_hit,
               row_number() over (order by w.created_at desc, w.message_id desc) as step
        from message_words w
        where w.conversation_id = l.conversation_id and ${isBelow(below)}
        order by w.created_at desc, w.message_id desc limit ${steps}::int
      ) w
      where w.is_hit or w.step = ${steps}::int
      order by w.created_at desc, w.message_id desc limit ${limit}::int
    ) f`.execute(db);
  return rows;
}

const unnested = (lookups: readonly Lookup[]): RawBuilder<unknown> => sql`
  unnest(
    ${lookups.map((l) => l.conversationId)}::text[], ${lookups.map((l) => l.query)}::text[],
    ${lookups.map((l) => l.ownerQuery ?? l.query)}::text[]
  ) as l (conversation_id, query, owner_query)`;

const isBelow = (below: Place | null): RawBuilder<boolean> =>
  below ? sql`(w.created_at, w.message_id) < (${below[0]}::timestamptz, ${below[1]}::text)` : sql`true`;

/** Returns a condition: a hit in words for the agent's owner counts only for that owner. */
function isReadable(userId: string): RawBuilder<boolean> {
  const owner = ownerOf(sql`(select m.author_id from messages m where m.message_id = w.message_id)`);
  return sql`(l.query = l.owner_query or w.words @@ l.query::tsquery or ${owner} = ${userId})`;
}
