import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId, MessageId, UserId } from '@parley/protocol';
import { personOf } from '../../engine/deliveries/authority-queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** A person's answer to a form, with the delivery to the agent. Only that delivery holds the values. */
export interface FormAnswerRow {
  readonly message_id: MessageId;
  readonly form_id: string;
  readonly user_id: UserId;
  readonly delivery_id: DeliveryId;
  readonly submitted_at: Date;
}

/** Records that a person answered a form. Returns false if they had answered it before. */
export async function insertFormAnswer(tx: Tx, answer: FormAnswerRow): Promise<boolean> {
  const { rows } = await sql`
    insert into form_answers (message_id, form_id, user_id, delivery_id, submitted_at)
    values (${answer.message_id}, ${answer.form_id}, ${answer.user_id}, ${answer.delivery_id}, ${answer.submitted_at})
    on conflict (message_id, form_id, user_id) do nothing
    returning form_id`.execute(tx);
  return rows.length === 1;
}

/** Deletes the form answers of deliveries that were withdrawn. */
export async function deleteFormAnswers(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await sql`delete from form_answers where delivery_id = any(${deliveryIds}::text[])`.execute(tx);
}

/** Returns the forms of these messages that a person has answered. */
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

/** Returns whether anybody has answered a form of this message. */
export async function hasAnswers(tx: Tx, messageId: MessageId): Promise<boolean> {
  const { rows } = await sql`select from form_answers where message_id = ${messageId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns an SQL condition: a person has answered this form. */
export function hasAnswered(
  userId: UserId,
  messageId: RawBuilder<unknown>,
  formId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from form_answers f
    where f.message_id = ${messageId} and f.form_id = ${formId} and f.user_id = ${userId})`;
}

/** Returns the people who submitted the forms in these deliveries. */
export async function findAnswerers(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<Map<DeliveryId, UserId>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await sql<Pick<FormAnswerRow, 'delivery_id' | 'user_id'>>`
    select delivery_id, user_id from form_answers where delivery_id = any(${deliveryIds}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.delivery_id, row.user_id]));
}

/** Returns an SQL expression: the person who submitted the form in this delivery, or null if it has none. */
export function answererOf(deliveryId: RawBuilder<unknown>): RawBuilder<UserId | null> {
  return sql`(select f.user_id from form_answers f where f.delivery_id = ${deliveryId})`;
}

/**
 * Returns an SQL condition: this delivery is for this person. For a form submission that is the person who submitted
 * it.
 */
export function isOnBehalfOf(deliveryId: RawBuilder<unknown>, userId: UserId): RawBuilder<boolean> {
  return sql`coalesce(${answererOf(deliveryId)}, ${personOf(deliveryId)}) = ${userId}`;
}

/** Returns a part of a statement that erases the answers to forms in these messages. */
export function answersErased(picked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    answers as (
      delete from form_answers where message_id = any(array(select message_id from ${picked}))
    )`;
}
