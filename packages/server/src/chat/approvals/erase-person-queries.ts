import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Erases the arguments of at most `limit` approvals of a person, and what they said with them. What receipts are made of stays: ids,
 * hashes and the option. Returns how many.
 */
export async function eraseArgumentsOfApprovals(tx: Tx, userId: UserId, limit: number): Promise<number> {
  const { rows } = await sql<{ approval_id: string }>`
    update approvals set arguments = '{}', action = '' where approval_id = any(array(
      select approval_id from approvals
      where user_id = ${userId} and (arguments::text <> '{}' or action <> '') limit ${limit}))
    returning approval_id`.execute(tx);
  await sql`
    update approval_choices
    set editable = null, reason = null, proposed_arguments = case when proposed_arguments is null then null else '{}'::json end,
        options = (select json_agg(json_build_object('id', o ->> 'id', 'label', '')) from json_array_elements(options) o)
    where approval_id = any(${rows.map((row) => row.approval_id)}::text[])`.execute(tx);
  return rows.length;
}

/** Returns a condition for a statement of another concept: this message asked a person to approve something. */
export function isAskedOf(messageId: RawBuilder<unknown>, userId: UserId): RawBuilder<boolean> {
  return sql`${messageId} = any(array(select a.message_id from approvals a where a.user_id = ${userId}))`;
}
