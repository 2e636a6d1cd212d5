import { sql } from 'kysely';
import { limits, type StoredBlock, type UserId } from '@parley/protocol';
import { peopleOf } from '../../conversations/queries.ts';
import { isSeatHeld, seatsHeld } from '../../conversations/seat-queries.ts';
import { authorizedPerson } from '../../../engine/deliveries/authority-queries.ts';
import { stopOf } from '../../../engine/deliveries/stopped-queries.ts';
import { answererOf } from '../../forms/form-answer-queries.ts';
import { answered, isUsed } from '../../../platform/idempotency/queries.ts';
import { blockOf } from '../../../accounts/permissions/queries.ts';
import type { IdempotencyKey } from '../../../platform/routing/stored-answer.ts';
import { fixedStatement, type Columns } from '../../../platform/storage/fixed-statement.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { withoutWaiting } from '../../../platform/storage/without-waiting.ts';
import type { KnownDraft } from './known-drafts.ts';

/** The new content of a draft, with the response that is stored under the idempotency key. */
export interface Growth {
  readonly draft: KnownDraft;
  readonly blocks: readonly StoredBlock[];
  readonly key: IdempotencyKey | null;
  readonly response: string;
}

export interface GrownRow {
  /** Index of the growth, from 0. */
  readonly place: number;
  /** Everyone in the conversation, to be notified. */
  readonly people: readonly UserId[];
}

/**
 * `updated_at` is written at most once in this time. It is indexed; an update of other columns touches none of the four
 * indexes.
 */
const ageStepMs = 1000;

/**
 * Writes new content of drafts and their idempotency keys in one statement. A draft is updated only if it is still open
 * under the same id, the conversation is not locked, the agent sits there (who leaves and returns has no drafts: they
 * are dropped with the seat), and the delivery is its own, young
 * enough and not stopped; the person must not have blocked the agent, and the key must be new.
 *
 * The commit does not wait for the disk. A database crash can lose content of the last moment, which the next partial
 * reply repeats.
 *
 * @returns the drafts that were updated.
 */
export async function growOpenDrafts(tx: Tx, growths: readonly Growth[], now: Date): Promise<GrownRow[]> {
  const rows = await grow(tx, { growths, now });
  return rows.map(({ place, people }) => ({ place, people: (people?.split(' ') ?? []) as UserId[] }));
}

interface Growing {
  readonly growths: readonly Growth[];
  readonly now: Date;
}

const grow = fixedStatement<Growing, { place: number; people: string | null }>(({ rows, value }) => {
  const before = (ms: number) => sql`${value(({ now }) => new Date(now.getTime() - ms))}::timestamptz`;
  const now = sql`${value((growing) => growing.now)}::timestamptz`;
  const person = authorizedPerson({
    deliveryId: sql`g.delivery_id`,
    agentId: sql`g.agent_id`,
    conversationId: sql`g.conversation_id`,
    since: before(limits.replyDays * 86_400_000),
  });
  return sql`
    with growth as materialized (
      select * from ${rows(({ growths }) => growths, columns)}
    ), named as materialized (
      select g.*, ${person} as user_id from growth g
    ), ${seatsHeld(sql`growth`)}, grown as (
      update drafts d
      set blocks = n.blocks, updated_at = case when d.updated_at > ${before(ageStepMs)} then d.updated_at else ${now} end
      from named n
      where d.delivery_id = n.delivery_id and d.message_id = n.message_id
        and d.updated_at > ${before(limits.draftMinutes * 60_000)}
        and n.user_id is not null and ${isSeatHeld(sql`n.place`)}
        and ${stopOf(sql`n.delivery_id`)} is null and ${isUsed(sql`n.digest`)} is null
        and ${blockOf(sql`coalesce(${answererOf(sql`n.delivery_id`)}, n.user_id)`, sql`n.agent_id`)} is not true
      returning n.place, n.conversation_id, n.digest, n.body_sha256, n.response
    ), ${answered(sql`grown`, 202, now, false)}
    select (g.place - 1)::int as place, ${peopleOf(sql`g.conversation_id`)} as people
    from grown g cross join ${withoutWaiting}`;
});

const columns: Columns<Growth> = {
  delivery_id: ['text', ({ draft }) => draft.delivery_id],
  message_id: ['text', ({ draft }) => draft.message_id],
  conversation_id: ['text', ({ draft }) => draft.conversation_id],
  agent_id: ['text', ({ draft }) => draft.agent_id],
  blocks: ['json', ({ blocks }) => JSON.stringify(blocks)],
  digest: ['uuid', ({ key }) => key?.digest],
  body_sha256: ['bytea', ({ key }) => key?.bodySha256],
  response: ['text', ({ response }) => response],
};
