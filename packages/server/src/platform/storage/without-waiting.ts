import { sql } from 'kysely';

/**
 * Returns a table of one row to join to a statement: its commit then does not wait for the disk. Only for data that is
 * sent again if a crash of the database loses its last moments (decision 26).
 */
export const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) as without_waiting`;
