import { sql } from 'kysely';
import type { MessageId } from '@parley/protocol';
import { countRows } from '../../platform/storage/count-rows.ts';
import type { Db } from '../../platform/storage/storage.ts';

/** Counts the messages from an id on, at most 100,000: a range of the primary key. */
export function countMessagesSince(db: Db, since: MessageId): Promise<number> {
  return countRows(db, sql`messages where message_id >= ${since}`);
}
