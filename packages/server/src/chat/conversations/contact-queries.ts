import type { ConversationId, UserId } from '@parley/protocol';
import { sql } from 'kysely';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Returns whether a person shares or shared a conversation with each of these people. Deleted conversations count until they are
 * erased. `offset 0` makes the planner look the others up one by one.
 */
export async function haveAllShared(tx: Tx, userId: UserId, others: readonly UserId[]): Promise<boolean> {
  const { rows } = await sql<{ all_shared: boolean }>`
    with mine as (
      select conversation_id from conversation_people where user_id = ${userId}
      union select conversation_id from former_people where user_id = ${userId}
    )
    select not exists (
      select from unnest(${others}::text[]) as other (user_id)
      where not exists (
        select from mine where exists (
          select from conversation_people p
          where p.conversation_id = mine.conversation_id and p.user_id = other.user_id offset 0)
        or exists (
          select from former_people f
          where f.conversation_id = mine.conversation_id and f.user_id = other.user_id offset 0))) as all_shared`.execute(
    tx,
  );
  return rows[0]?.all_shared ?? true;
}

/** Takes a person out of a conversation, and notes that they were there. */
export async function deletePerson(tx: Tx, conversationId: ConversationId, userId: UserId): Promise<void> {
  await sql`
    with gone as (
      delete from conversation_people where conversation_id = ${conversationId} and user_id = ${userId}
      returning conversation_id, user_id
    )
    insert into former_people (conversation_id, user_id) select conversation_id, user_id from gone
    on conflict do nothing`.execute(tx);
}
