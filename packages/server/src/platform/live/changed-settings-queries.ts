import { sql } from 'kysely';
import type { Db, Tx } from '../storage/storage.ts';

/** Returns the settings that administrators changed: the JSON of each value, by name. */
export async function findChangedSettings(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from server_settings`.execute(db);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Sets a setting, or with null takes the change back. */
export async function putSetting(tx: Tx, name: string, value: string | null): Promise<void> {
  await (value === null
    ? sql`delete from server_settings where name = ${name}`.execute(tx)
    : sql`
        insert into server_settings (name, value) values (${name}, ${value})
        on conflict (name) do update set value = excluded.value`.execute(tx));
}
