import { sql, type Kysely } from 'kysely';
import { version } from '../settings/version.ts';

/** The oldest server version that the schema accepts, and the reason. */
export interface SchemaDemand {
  readonly oldestServer: string;
  readonly reason: string;
}

/** Reads the schema's demand. Returns null if it was last migrated by a version without demands. */
export async function readDemand(db: Kysely<unknown>): Promise<SchemaDemand | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('schema_demand') is not null as there`.execute(db);
  if (found[0]?.there !== true) return null;
  const { rows } = await sql<SchemaDemand>`
    select oldest_server as "oldestServer", reason from schema_demand`.execute(db);
  return rows[0] ?? null;
}

/** The state of the schema that a running server checks. */
export interface SchemaState extends SchemaDemand {
  /** How many of the given migrations have run. */
  readonly executed: number;
}

const UNDEFINED_TABLE = '42P01';

/** Reads the state of the schema. Returns null if there is no schema, as in a database that was emptied. */
export async function readSchemaState(db: Kysely<unknown>, names: readonly string[]): Promise<SchemaState | null> {
  try {
    const { rows } = await sql<SchemaState>`
      select oldest_server as "oldestServer", reason,
             (select count(*)::int from kysely_migration where name = any(${names})) as executed
      from schema_demand`.execute(db);
    return rows[0] ?? null;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Raises the demand. A lower demand than the current one changes nothing. */
export async function raiseDemand(db: Kysely<unknown>, { oldestServer, reason }: SchemaDemand): Promise<void> {
  await sql`
    update schema_demand set oldest_server = ${oldestServer}, reason = ${reason}
    where string_to_array(oldest_server, '.')::int[] < string_to_array(${oldestServer}, '.')::int[]`.execute(db);
}

/** Returns one sentence on why this server must not use the schema, or null if it may. */
export function objectionTo(demand: SchemaDemand | null, mine: string = version): string | null {
  if (demand === null || !isOlder(mine, demand.oldestServer)) return null;
  const { oldestServer, reason } = demand;
  return `The database needs Parley ${oldestServer} or newer, because of: ${reason}. This is ${mine}: start a newer one, or restore a backup from before the upgrade.`;
}

function isOlder(mine: string, than: string): boolean {
  return mine.localeCompare(than, 'en', { numeric: true }) < 0;
}
