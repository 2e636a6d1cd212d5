import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '../platform/storage/migrations/index.ts';
import { openTestStorage } from './database.ts';
import { testServerUrl } from './databases-under-test.ts';

const servers = [
  { name: 'in memory', url: '', skip: false },
  {
    name: testServerUrl === undefined ? 'on PostgreSQL (SKIPPED: none answers at 127.0.0.1:5432)' : 'on PostgreSQL',
    url: testServerUrl ?? '',
    skip: testServerUrl === undefined,
  },
];

describe.each(servers)('a test storage $name', ({ url, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  afterEach(() => vi.unstubAllEnvs());

  it('is migrated, is nobody else’s, and forgets what a test wrote when reset', async () => {
    vi.stubEnv('PARLEY_TEST_DATABASE_URL', url);
    const [one, other] = await Promise.all([openTestStorage(), openTestStorage()]);
    expect(one.kind).toBe(url === '' ? 'pglite' : 'postgres');
    const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(one.db);
    expect(ran.rows.map((row) => row.name)).toEqual(Object.keys(migrations));

    const count = async () => (await sql`select count(*) from sessions`.execute(one.db)).rows;
    await sql`insert into users values ('usr_1', 'ann', 'Ann', 'x', 'en', 'UTC', now())`.execute(one.db);
    await sql`insert into sessions values ('\\x01', 'usr_1', now(), now())`.execute(one.db);
    expect((await sql`select count(*) from users where user_id = 'usr_1'`.execute(other.db)).rows).toEqual([
      { count: 0 },
    ]);
    await one.reset();
    expect(await count()).toEqual([{ count: 0 }]);
    await Promise.all([one.close(), other.close()]);
  });
});
