import { sql } from 'kysely';
import type { Db } from '../../platform/storage/storage.ts';
import type { SequenceValue } from './entries.ts';
import { leftOutTables } from './left-out-tables.ts';

/** A column that is stored: generated columns are not in a backup. */
interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Lists the tables that a backup contains, by name, with their columns by name. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attgenerated = '' and c.relname <> all(${Object.keys(leftOutTables)}::text[])
    order by c.relname collate "C", a.attname collate "C"`.execute(db);
  const tables = new Map<string, Column[]>();
  for (const { table, name, type } of rows) tables.set(table, [...(tables.get(table) ?? []), { name, type }]);
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** Returns whether the schema has no table, view or sequence at all. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and relname not in ('closed_database', 'closed_database_pkey') limit 1`.execute(db);
  return rows.length === 0;
}

/** Returns the migrations that have run, in their order. An empty list without a schema. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

export async function readSequences(db: Db): Promise<Record<string, SequenceValue>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`.execute(db);
  const values: Record<string, SequenceValue> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<SequenceValue>`
      select last_value::text as last, is_called as "isCalled" from ${sql.id(name)}`.execute(db);
    if (found[0] !== undefined) values[name] = found[0];
  }
  return values;
}

export async function writeSequences(db: Db, values: Readonly<Record<string, SequenceValue>>): Promise<void> {
  for (const [name, { last, isCalled }] of Object.entries(values))
    await sql`select setval(${sql.lit(quoted(name))}::regclass, ${last}::bigint, ${isCalled})`.execute(db);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Takes away foreign keys and stops triggers while `work` loads rows, in the caller's transaction. The keys come back at
 * the end, and are checked by that; rows need no order among the tables. The owner of the tables may do this.
 */
export async function withoutConstraints(db: Db, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname`.execute(db);
  const tables = await listTables(db);
  for (const { table, name } of keys)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(db);
  await work();
  for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(db);
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
