import type pg from 'pg';
import type { ServerKind } from '../../settings/hosts-of-url.ts';

/** What a server says of itself. */
export interface Standing {
  readonly isStandby: boolean;
  /** Whether transactions are read-only unless they say otherwise. */
  readonly isReadOnly: boolean;
  /** Eight hexadecimal digits that grow with each promotion; null for a standby. */
  readonly timeline: string | null;
}

/** `case` keeps a standby from evaluating what only a primary can answer. */
const question = `
  select pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
         case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

export async function askServer(client: pg.Client): Promise<Standing> {
  const { rows } = await client.query<Standing>(question);
  const [standing] = rows;
  if (standing === undefined) throw new Error('PostgreSQL gave no answer to whether it is a primary');
  return standing;
}

/** Returns why a server cannot be used, as the end of a sentence, or null if it can. */
export function objectionTo(
  { isStandby, isReadOnly, timeline }: Standing,
  kind: ServerKind,
  newestTimeline: string,
): string | null {
  if (kind === 'any') return null;
  if (isStandby) return 'is a standby';
  if (timeline !== null && timeline < newestTimeline) return 'is an old primary: another one was promoted since';
  return isReadOnly && kind === 'read-write' ? 'is read-only' : null;
}
