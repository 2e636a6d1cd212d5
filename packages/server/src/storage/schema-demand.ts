import { sql, type Kysely } from 'kysely';
import { version } from '../settings/version.ts';

/** What the schema asks of the servers on it: none older than `oldestServer`, because of `reason`. */
export interface SchemaDemand {
  readonly oldestServer: string;
  readonly reason: string;
}

/** Reads what the schema demands; null where it was last migrated by a version that knew of no demands. */
export async function readDemand(db: Kysely<unknown>): Promise<SchemaDemand | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('schema_demand') is not null as there`.execute(db);
  if (found[0]?.there !== true) return null;
  const { rows } = await sql<SchemaDemand>`
    select oldest_server as "oldestServer", reason from schema_demand`.execute(db);
  return rows[0] ?? null;
}

/** Raises what the schema demands; a lower demand than the one that stands changes nothing. */
export async function raiseDemand(db: Kysely<unknown>, { oldestServer, reason }: SchemaDemand): Promise<void> {
  await sql`
    update schema_demand set oldest_server = ${oldestServer}, reason = ${reason}
    where string_to_array(oldest_server, '.')::int[] < string_to_array(${oldestServer}, '.')::int[]`.execute(db);
}

/** One sentence on why this server must not work on the schema; null where it may. */
export function objectionTo(demand: SchemaDemand | null, mine: string = version): string | null {
  if (demand === null || !isOlder(mine, demand.oldestServer)) return null;
  const { oldestServer, reason } = demand;
  return `The database needs Parley ${oldestServer} or newer, because of: ${reason}. This is ${mine}.`;
}

function isOlder(mine: string, than: string): boolean {
  return mine.localeCompare(than, 'en', { numeric: true }) < 0;
}
