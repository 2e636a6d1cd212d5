import { sql } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../platform/storage/storage.ts';
import type { AnswerRow } from './model.ts';

/** A day's sums of a model, in one currency; '' if there are no prices. */
export interface DayRow {
  /** Such as 2026-01-31, UTC. */
  readonly day: string;
  readonly currency: string;
  readonly answers: number;
  readonly failures: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number | null;
}

export type ListedAnswer = AnswerRow & { readonly answer_no: number };

const utcDay = (at: Date) => at.toISOString().slice(0, 10);

/** Records an answer, and adds it to the sums of its day. Not if the agent has no model any more. */
export async function recordAnswer(db: Db, answer: AnswerRow): Promise<void> {
  await sql`
    with known as (
      select agent_id from agent_models where agent_id = ${answer.agent_id}
    ), recorded as (
      insert into model_answers (agent_id, user_id, conversation_id, delivery_id, model, input_tokens, output_tokens,
                                 cost, currency, failure, at)
      select agent_id, ${answer.user_id}, ${answer.conversation_id}, ${answer.delivery_id}, ${answer.model},
             ${answer.input_tokens}::int, ${answer.output_tokens}::int, ${answer.cost}::double precision,
             ${answer.currency}::text, ${answer.failure}::text, ${answer.at}::timestamptz
      from known
    )
    insert into model_days (agent_id, day, currency, answers, failures, input_tokens, output_tokens, cost)
    select agent_id, ${utcDay(answer.at)}::date, ${answer.currency ?? ''}, 1, ${answer.failure === null ? 0 : 1}::int,
           ${answer.input_tokens}::bigint, ${answer.output_tokens}::bigint, ${answer.cost}::double precision
    from known
    on conflict (agent_id, day, currency) do update
    set answers = model_days.answers + 1, failures = model_days.failures + excluded.failures,
        input_tokens = model_days.input_tokens + excluded.input_tokens,
        output_tokens = model_days.output_tokens + excluded.output_tokens,
        cost = model_days.cost + excluded.cost`.execute(db);
}

/** Lists the days of an agent's model, newest first, from below a day and currency on. */
export async function listDays(
  db: Db,
  {
    agentId,
    below,
    limit,
  }: { agentId: AgentId; below: readonly [day: string, currency: string] | null; limit: number },
): Promise<DayRow[]> {
  const older = below === null ? sql`` : sql`and (day, currency) < (${below[0]}::date, ${below[1]})`;
  const { rows } = await sql<DayRow>`
    select day::text as day, currency, answers, failures, input_tokens, output_tokens, cost from model_days
    where agent_id = ${agentId} ${older} order by model_days.day desc, currency desc limit ${limit}`.execute(db);
  return rows;
}

interface AnswerList {
  readonly below: number | null;
  readonly limit: number;
}

/** Lists the answers of an agent's model, newest first. */
export async function listAnswersOf(db: Db, agentId: AgentId, { below, limit }: AnswerList): Promise<ListedAnswer[]> {
  const { rows } = await sql<ListedAnswer>`
    select * from model_answers where agent_id = ${agentId} ${older(below)}
    order by answer_no desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists the answers to a person that have a cost, of one delivery or of all, newest first. */
export async function listAnswersTo(
  db: Db,
  userId: UserId,
  { below, limit, deliveryId }: AnswerList & { readonly deliveryId: string | null },
): Promise<ListedAnswer[]> {
  const ofDelivery = deliveryId === null ? sql`` : sql`and delivery_id = ${deliveryId}`;
  const { rows } = await sql<ListedAnswer>`
    select * from model_answers where user_id = ${userId} and cost is not null ${ofDelivery} ${older(below)}
    order by answer_no desc limit ${limit}`.execute(db);
  return rows;
}

const older = (below: number | null) => (below === null ? sql`` : sql`and answer_no < ${below}`);

/** Counts an answer of an offered model against a person's day. Returns false, and counts nothing, at the limit. */
export async function countAgainstLimit(
  db: Db,
  { userId, offerId, limit }: { readonly userId: UserId; readonly offerId: string; readonly limit: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into offer_days (user_id, offer_id, day, answers)
    values (${userId}, ${offerId}, ${utcDay(now)}::date, 1)
    on conflict (user_id, offer_id, day) do update set answers = offer_days.answers + 1
    where offer_days.answers < ${limit}
    returning answers`.execute(db);
  return rows.length === 1;
}

/** Deletes what was recorded of an agent's model. */
export async function deleteUsage(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`delete from model_answers where agent_id = ${agentId}`.execute(tx);
  await sql`delete from model_days where agent_id = ${agentId}`.execute(tx);
}

/** Deletes at most `limit` answers and days from before a time, and returns how many. */
export async function eraseOldUsage(db: Db, before: Date, limit: number): Promise<number> {
  const day = utcDay(before);
  const deleted = await Promise.all([
    sql`delete from model_answers where answer_no = any(array(
      select answer_no from model_answers where at < ${before} order by at limit ${limit}))`.execute(db),
    sql`delete from model_days where ctid = any(array(
      select ctid from model_days where day < ${day}::date order by day limit ${limit}))`.execute(db),
    sql`delete from offer_days where ctid = any(array(
      select ctid from offer_days where day < ${day}::date order by day limit ${limit}))`.execute(db),
  ]);
  return Math.max(...deleted.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)));
}
