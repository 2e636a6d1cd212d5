import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openTestStorage } from '../packages/server/src/testing/database.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/retention.md'), 'utf8');

it('says of every table how long what is in it is kept, and of no other', async () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name),
  );
  const storage = await openTestStorage();
  onTestFinished(() => storage.close());
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`.execute(
    storage.db,
  );
  expect(documented.toSorted()).toEqual(tables.map((table) => table.name).toSorted());
});
