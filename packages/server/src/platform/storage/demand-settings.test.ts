import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { missingSettings } from './demand-settings.ts';
import { postgresPool } from './postgres-pool.ts';

describe.skipIf(postgres.skip)(`the settings of a session of ${postgres.name}`, () => {
  const missingOf = async (pool: pg.Pool): Promise<string> =>
    (await missingSettings(pool).finally(() => pool.end())).join(' ');

  it('are all there where the server connects by itself', async () => {
    const pool = postgresPool({ databaseUrl: testServerUrl ?? '', size: 1, answerWithinMs: 5_000 });
    expect(await missingOf(pool)).toBe('');
  });

  it('are named with the statements that give them to the role where a pooler drops them', async () => {
    const missing = await missingOf(new pg.Pool({ connectionString: testServerUrl, max: 1 }));
    expect(missing).toMatch(/^alter role "\w+" set plan_cache_mode = force_generic_plan; .*enable_seqscan = off;/);
    expect(missing).toMatch(/set statement_timeout = '30s'; .*set idle_in_transaction_session_timeout = '30s';$/);
  });

  it('include commits that wait for the disk, whatever an earlier client of the session has set', async () => {
    const pool = new pg.Pool({ connectionString: testServerUrl, max: 1, options: '-c synchronous_commit=local' });
    await pool.query('set synchronous_commit = on');
    expect(await missingOf(pool)).toMatch(/alter role "\w+" set synchronous_commit = on;$/);
  });
});
