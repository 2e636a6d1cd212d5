import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnPostgres, type OwnPostgres } from '../../testing/postgres/own-postgres.ts';
import { whyNoPostgres } from '../../testing/postgres/postgres-process.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { openPostgres } from './open-postgres.ts';
import type { Storage } from './storage.ts';

const skipped = whyNoPostgres();
const note = skipped === null ? '' : ` (SKIPPED: ${skipped})`;

describe.skipIf(skipped !== null)(`a commit whose synchronous standby is gone${note}`, () => {
  let own: OwnPostgres | null;
  let storage: Storage;
  let admin: pg.Client;
  beforeAll(async () => {
    own = await startOwnPostgres(200);
    storage = await openPostgres({ databaseUrl: own?.url ?? '', poolSize: 3 });
    await sql`create table notes (id int)`.execute(storage.db);
    admin = new pg.Client({ connectionString: own?.url });
    await admin.connect();
    await admin.query(`alter system set synchronous_standby_names = 'nobody'`);
    await admin.query('select pg_reload_conf()');
    const isSet = async () =>
      (await admin.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)).rows[0]
        ?.names === 'nobody';
    while (!(await isSet())) await pause(20);
    // Commits look at what the checkpointer has taken over, a moment later.
    await pause(300);
  });
  afterAll(async () => {
    await admin.end();
    await storage.close();
    await own?.close();
  });

  /** Ends the wait as a timeout does. */
  const cutWait = async (): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      const { rowCount } = await admin.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      if (rowCount !== 0) return;
      await pause(50);
    }
  };

  it.each<[string, () => Promise<unknown>]>([
    ['a transaction', () => storage.transaction((tx) => sql`insert into notes values (1)`.execute(tx))],
    ['a statement alone', () => storage.atOnce((tx) => sql`insert into notes values (${2})`.execute(tx))],
  ])('is not taken for done: %s', async (_name, write) => {
    const [outcome] = await Promise.allSettled([write(), cutWait()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CommitOutcomeUnknown) });
  });
});
