import { sql, type RawBuilder } from 'kysely';
import type { EventType } from '@parley/protocol';

/**
 * Returns an SQL condition for other folders: a delivery of this message and event failed for good or was withdrawn.
 */
export function hasFailed(messageId: RawBuilder<unknown>, event: EventType): RawBuilder<boolean> {
  return sql`exists (
    select from delivery_standings s
    where s.message_id = ${messageId} and s.event = ${event} and not s.open and s.status = 'failed')`;
}
