import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Erases the name of the browser or token by which a person listens. The streams end with their session. */
export async function eraseListenerNames(tx: Tx, userId: UserId): Promise<void> {
  await sql`update relay_streams set opened_name = null where opened_by = ${userId}`.execute(tx);
}
