import { sql, type RawBuilder } from 'kysely';
import { lowestId } from '@parley/protocol';
import { isHeld } from '../../accounts/holds/hold-queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import type { RetentionRule } from '../conversations/retention-queries.ts';
import { isDeleted } from './edit-queries.ts';

/** A message that is too old. */
export interface ExpiredRow extends MessageRow {
  /** It stays as it is: it is a tombstone already, or under a hold. */
  readonly stays: boolean;
}

type Place = Pick<RetentionRule, 'scope' | 'purged_id' | 'purged_seq'>;

/** Returns an SQL condition on a conversation's rule `r`: the oldest message that was not purged is over `days` old. */
export function hasOldMessage(now: Date): (days: RawBuilder<number>) => RawBuilder<boolean> {
  return (days) => sql`(
    select m.created_at from messages m
    where m.conversation_id = r.scope and m.seq > r.purged_seq order by m.seq limit 1
  ) < ${now}::timestamptz - ${days} * interval '24 hours'`;
}

/** Returns at most `limit` messages from before a time that a rule is for and that were not purged, oldest first. */
export async function findExpired(tx: Tx, place: Place, before: Date, limit: number): Promise<ExpiredRow[]> {
  const { rows } = await sql<ExpiredRow>`
    select m.*, ${stays} as stays from messages m
    where ${isAfter(place, before)} order by ${orderOf(place)} limit ${limit}`.execute(tx);
  // An answer's id is as old as its draft, so its message may be younger than its id.
  const young = rows.findIndex((row) => row.created_at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}

/** Counts the messages that `findExpired` would return and that do not stay, to `limit`. */
export async function countExpired(db: Db | Tx, place: Place, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from messages m
      where ${isAfter(place, before)} and m.created_at < ${before} and not ${stays} limit ${limit}) o`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the time of the oldest message that a rule is for, that was not purged and that does not stay. */
export async function findOldest(db: Db | Tx, place: Place): Promise<Date | null> {
  const { rows } = await sql<Pick<MessageRow, 'created_at'>>`
    select m.created_at from messages m
    where ${isAfter(place, null)} and not ${stays} order by ${orderOf(place)} limit 1`.execute(db);
  return rows[0]?.created_at ?? null;
}

const stays = sql<boolean>`(
  ${isDeleted(sql.ref('m.message_id'))} or ${isHeld(sql.ref('m.conversation_id'), sql.ref('m.author_id'))})`;

function isAfter({ scope, purged_id: id, purged_seq: seq }: Place, before: Date | null): RawBuilder<boolean> {
  if (scope !== 'server')
    return sql`m.conversation_id = ${scope} and m.seq > ${seq}
      ${before === null ? sql`` : sql`and m.created_at < ${before}`}`;
  return sql`m.message_id > ${id} ${before === null ? sql`` : sql`and m.message_id < ${lowestId('message', before.getTime())}`}`;
}

function orderOf({ scope }: Place): RawBuilder<unknown> {
  return scope === 'server' ? sql`m.message_id` : sql`m.seq`;
}
