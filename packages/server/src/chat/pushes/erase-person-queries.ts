import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

export async function eraseSubscriptionsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId}`.execute(tx);
}
