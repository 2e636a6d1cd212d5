import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId, MessageId, UserId } from '@parley/protocol';
import { personOf } from '../deliveries/log/authority-queries.ts';
import type { Db, Tx } from '../storage/storage.ts';

/** That a person answered a form, and the delivery that told the agent. The answers themselves are only in that delivery. */
export interface FormAnswerRow {
  readonly message_id: MessageId;
  readonly form_id: string;
  readonly user_id: UserId;
  readonly delivery_id: DeliveryId;
  readonly submitted_at: Date;
}

/** Notes that a form is answered; false where this person had answered it before. */
export async function insertFormAnswer(tx: Tx, answer: FormAnswerRow): Promise<boolean> {
  const { rows } = await sql`
    insert into form_answers (message_id, form_id, user_id, delivery_id, submitted_at)
    values (${answer.message_id}, ${answer.form_id}, ${answer.user_id}, ${answer.delivery_id}, ${answer.submitted_at})
    on conflict (message_id, form_id, user_id) do nothing
    returning form_id`.execute(tx);
  return rows.length === 1;
}

/** Which forms of these messages a person has answered. */
export async function findAnsweredForms(
  db: Db | Tx,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<Pick<FormAnswerRow, 'message_id' | 'form_id'>[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<Pick<FormAnswerRow, 'message_id' | 'form_id'>>`
    select message_id, form_id from form_answers
    where message_id = any(${messageIds}::text[]) and user_id = ${userId}`.execute(db);
  return rows;
}

/** Whose answers these deliveries carried. */
export async function findAnswerers(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<Map<DeliveryId, UserId>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await sql<Pick<FormAnswerRow, 'delivery_id' | 'user_id'>>`
    select delivery_id, user_id from form_answers where delivery_id = any(${deliveryIds}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.delivery_id, row.user_id]));
}

/** Part of a statement: whose answer to a form this delivery carried; null where it carried none. */
export function answererOf(deliveryId: RawBuilder<unknown>): RawBuilder<UserId | null> {
  return sql`(select f.user_id from form_answers f where f.delivery_id = ${deliveryId})`;
}

/** A condition: this delivery is on behalf of this person, who of a form's answers is whoever answered. */
export function isOnBehalfOf(deliveryId: RawBuilder<unknown>, userId: UserId): RawBuilder<boolean> {
  return sql`coalesce(${answererOf(deliveryId)}, ${personOf(deliveryId)}) = ${userId}`;
}

/** Part of a statement: erases the answers to the forms in these messages. */
export function answersErased(picked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    answers as (
      delete from form_answers where message_id = any(array(select message_id from ${picked}))
    )`;
}
