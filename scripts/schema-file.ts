import { sql } from 'kysely';
import { format, resolveConfig } from 'prettier';
import { migrate } from '../packages/server/src/platform/storage/migrate.ts';
import { openPglite } from '../packages/server/src/platform/storage/pglite/open-pglite.ts';
import type { GeneratedFile } from './generated-file.ts';

const path = 'packages/server/src/platform/storage/expected-schema.ts';

/** The tables and columns that all migrations together leave. */
export const schemaFile: GeneratedFile = {
  path,
  async generate() {
    const storage = await openPglite({ dataDir: 'memory://' });
    try {
      await migrate(storage);
      const { rows } = await sql<{ name: string; columns: string[] }>`
        select c.table_name as name, array_agg(c.column_name::text order by c.column_name::text collate "C") as columns
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely_%'
        group by 1 order by c.table_name::text collate "C"`.execute(storage.db);
      const tables = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
      const text = `/* eslint-disable max-lines -- One line for each table. */

/** Each table with its columns, as the migrations leave them. Generated from them by scripts/schema-file.ts. */
export const expectedSchema: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(tables)};\n`;
      return await format(text, { ...(await resolveConfig(path)), parser: 'typescript' });
    } finally {
      await storage.close();
    }
  },
};
