import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Erases the arguments of at most `limit` calls of tools for a person in a conversation. Returns how many. */
export async function eraseArgumentsOfCalls(
  tx: Tx,
  conversationId: ConversationId,
  userId: UserId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update invocations set arguments = '{}' where invocation_id = any(array(
      select invocation_id from invocations
      where conversation_id = ${conversationId} and user_id = ${userId} and arguments::text <> '{}' limit ${limit}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Erases what at most `limit` payments from or to a person were for. Amounts stay. Returns how many. */
export async function eraseReasonsOfCoins(tx: Tx, userId: UserId, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update coin_entries set reason = ''
    where transfer_id = any(array(
      select e.transfer_id from coin_entries e
      where e.user_id = ${userId} and e.agent_id is not null and e.reason <> '' limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
