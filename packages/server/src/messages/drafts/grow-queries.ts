import { sql } from 'kysely';
import { limits, type StoredBlock, type UserId } from '@parley/protocol';
import { peopleOf } from '../../conversations/queries.ts';
import { seatOf } from '../../conversations/seat-queries.ts';
import { authorizedPerson } from '../../deliveries/log/authority-queries.ts';
import { stopOf } from '../../deliveries/log/stopped-queries.ts';
import { answererOf } from '../../forms/form-answer-queries.ts';
import { answered, isUsed } from '../../idempotency/queries.ts';
import { blockOf } from '../../permissions/queries.ts';
import type { IdempotencyKey } from '../../routing/stored-answer.ts';
import type { Tx } from '../../storage/storage.ts';
import type { KnownDraft } from './known-drafts.ts';

/** What a draft is to show from now on, with the answer that is kept under the key of who said so. */
export interface Growth {
  readonly draft: KnownDraft;
  readonly blocks: readonly StoredBlock[];
  readonly key: IdempotencyKey | null;
  readonly response: string;
}

export interface GrownRow {
  /** From 0, its place among the growths. */
  readonly place: number;
  /** Everyone in the conversation, who is to be told. */
  readonly people: readonly UserId[];
}

/**
 * A draft's age is noted once in so long. There is an index over it, and a row that keeps what its indexes hold is written anew without
 * a word to any of the four.
 */
const ageStepMs = 1000;

/**
 * Writes what drafts show, and the keys, in one statement; the conversations have to be locked by one before it. Only that draft grows
 * which is open still under the same id, so that no final reply has come since it was seen, and which its agent may write yet: it sits
 * in the conversation, the delivery is its own, young enough and not stopped, the person has not blocked it, and the key is new.
 *
 * Its commit does not wait for the disk. What a crash of the database could lose is what drafts showed within the last moment, which
 * the next partial reply says again, and whatever is committed later is on the disk no sooner than this.
 *
 * @returns those that grew.
 */
export async function growOpenDrafts(tx: Tx, growths: readonly Growth[], now: Date): Promise<GrownRow[]> {
  const since = new Date(now.getTime() - limits.replyDays * 86_400_000);
  const openSince = new Date(now.getTime() - limits.draftMinutes * 60_000);
  const agedSince = new Date(now.getTime() - ageStepMs);
  const person = authorizedPerson({
    deliveryId: sql`g.delivery_id`,
    agentId: sql`g.agent_id`,
    conversationId: sql`g.conversation_id`,
    since,
  });
  const { rows } = await sql<{ place: number; people: string | null }>`
    with growth as materialized (
      select * from unnest(
        ${growths.map(({ draft }) => draft.delivery_id)}::text[], ${growths.map(({ draft }) => draft.message_id)}::text[],
        ${growths.map(({ draft }) => draft.conversation_id)}::text[], ${growths.map(({ draft }) => draft.agent_id)}::text[],
        ${growths.map(({ blocks }) => JSON.stringify(blocks))}::json[],
        ${growths.map(({ key }) => key?.digest ?? null)}::uuid[],
        ${growths.map(({ key }) => key?.bodySha256 ?? null)}::bytea[],
        ${growths.map(({ response }) => response)}::text[]
      ) with ordinality as g (delivery_id, message_id, conversation_id, agent_id, blocks, digest, body_sha256, response, place)
    ), named as materialized (
      select g.*, ${person} as user_id from growth g
    ), grown as (
      update drafts d
      set blocks = n.blocks,
          updated_at = case when d.updated_at > ${agedSince}::timestamptz then d.updated_at else ${now}::timestamptz end
      from named n
      where d.delivery_id = n.delivery_id and d.message_id = n.message_id and d.updated_at > ${openSince}::timestamptz
        and n.user_id is not null and ${seatOf(sql`n.conversation_id`)} = n.agent_id
        and ${stopOf(sql`n.delivery_id`)} is null and ${isUsed(sql`n.digest`)} is null
        and ${blockOf(sql`coalesce(${answererOf(sql`n.delivery_id`)}, n.user_id)`, sql`n.agent_id`)} is not true
      returning n.place, n.conversation_id, n.digest, n.body_sha256, n.response
    ), ${answered(sql`grown`, 202, sql`${now}`, false)}
    select (g.place - 1)::int as place, ${peopleOf(sql`g.conversation_id`)} as people
    from grown g cross join (select set_config('synchronous_commit', 'off', true)) as without_waiting`.execute(tx);
  return rows.map(({ place, people }) => ({ place, people: (people?.split(' ') ?? []) as UserId[] }));
}
