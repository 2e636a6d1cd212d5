import { type Migration, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../testing/databases-under-test.ts';
import { migrate } from './migrate.ts';
import * as schemaDemand from './migrations/0062-schema-demand.ts';
import { migrations } from './migrations/index.ts';
import { objectionTo, readDemand } from './schema-demand.ts';
import type { Storage } from './storage.ts';
import { version } from '../settings/version.ts';

const first: Migration = { up: async (db) => void (await sql`create table first (id int)`.execute(db)) };
const second: Migration = { up: async (db) => void (await sql`create table second (id int)`.execute(db)) };
const broken: Migration = { up: async (db) => void (await sql`create tabel third (id int)`.execute(db)) };

describe.each([embedded, postgres])('migrating $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
  });
  afterEach(() => storage.close());

  async function tables(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
      order by 1`.execute(storage.db);
    return rows.map((row) => row.name);
  }

  it('runs what has not run yet, in order, and nothing twice', async () => {
    expect(await migrate(storage, { '0001-first': first })).toEqual(['0001-first']);
    expect(await migrate(storage, { '0002-second': second, '0001-first': first })).toEqual(['0002-second']);
    expect(await migrate(storage, { '0001-first': first, '0002-second': second })).toEqual([]);
    expect(await tables()).toEqual(['first', 'second']);
  });

  it('leaves nothing behind when one of them fails, and names that one', async () => {
    const attempt = migrate(storage, { '0001-first': first, '0002-broken': broken });
    await expect(attempt).rejects.toThrow('Migration 0002-broken failed: syntax error');
    expect(await tables()).toEqual([]);
  });

  it('accepts a database that a newer version has migrated, and does not touch what that one added', async () => {
    await migrate(storage, { '0001-first': first, '0003-third': second });
    expect(await migrate(storage, { '0001-first': first })).toEqual([]);
    expect(await tables()).toEqual(['first', 'second']);
  });

  it('accepts one that a newer version migrates while it waits for its turn', async () => {
    const newer = { '0001-first': first, '0002-second': second };
    const ran = await Promise.all([newer, { '0001-first': first }, newer, {}].map((known) => migrate(storage, known)));
    expect(ran.flat().toSorted()).toEqual(['0001-first', '0002-second']);
  });

  it('runs what landed later under an earlier name', async () => {
    await migrate(storage, { '0002-second': second });
    expect(await migrate(storage, { '0001-first': first, '0002-second': second })).toEqual(['0001-first']);
  });

  describe('that has contracted', () => {
    const contract = { oldestServer: '99.1.0', reason: 'a column is gone' };
    const newer = { '0062-schema-demand': schemaDemand, '9000-contract': { ...first, contract } };

    it('refuses a server that is older than it demands, in one sentence that says why', async () => {
      await migrate(storage, newer);
      await expect(migrate(storage)).rejects.toThrow(
        `The database needs Parley 99.1.0 or newer, because of: a column is gone. This is ${version}: start a newer one, or restore a backup from before the upgrade.`,
      );
      expect(await tables()).toEqual(['first', 'schema_demand']);
    });

    it('demands what the newest of such migrations did, whatever came after it', async () => {
      const older = { oldestServer: '99.0.10', reason: 'another' };
      await migrate(storage, { ...newer, '9001-another': { ...second, contract: older } });
      expect(await readDemand(storage.db)).toEqual(contract);
    });

    it('is none for a server that is new enough, nor does one before the first of such migrations refuse', async () => {
      expect(await readDemand(storage.db)).toBe(null);
      expect(objectionTo(contract, '99.1.0')).toBe(null);
      expect(objectionTo(contract, '100.0.0')).toBe(null);
      expect(objectionTo(contract, '99.0.12')).not.toBe(null);
      expect(objectionTo(null)).toBe(null);
    });
  });

  it('takes turns with others that migrate at once, and frees the lock', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => migrate(storage, { '0001-first': first })));
    expect(ran.flat()).toEqual(['0001-first']);
    const { rows } = await sql`
      select count(*) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(storage.db);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('puts the limits on statements back', async () => {
    const limit = async () => (await sql`show statement_timeout`.execute(storage.db)).rows;
    const before = await limit();
    await migrate(storage, { '0001-first': first });
    expect(await limit()).toEqual(before);
  });

  it("runs all of the server's own", async () => {
    expect(await migrate(storage)).toEqual(Object.keys(migrations).toSorted());
  });
});
