import { sql } from 'kysely';

/**
 * Part of a statement, a table of one row to join: what commits it does not wait for the disk. That is for what is said or sent again
 * where a crash of the database loses its last moment (decision 26).
 */
export const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) as without_waiting`;
