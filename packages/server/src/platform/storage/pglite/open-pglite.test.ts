import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryTransient } from '../transient.ts';
import { type EmbeddedStorage, openPglite } from './open-pglite.ts';

describe('the embedded database', () => {
  let storage: EmbeddedStorage;
  beforeAll(async () => {
    storage = await openPglite({ dataDir: 'memory://' });
    await sql`create table notes (id int primary key)`.execute(storage.db);
  });
  afterAll(() => storage.close());

  it('outlives its connections, each of which begins with a clean session', async () => {
    const dirty = await storage.pool.connect();
    await dirty.query({ name: 'twice', text: 'select $1::int', values: [1] });
    await dirty.query('set statement_timeout = 77; select pg_advisory_lock(9); begin; insert into notes values (1)');
    dirty.release(true);
    const clean = await storage.pool.connect();
    expect((await clean.query({ name: 'twice', text: 'select $1::int as n', values: [2] })).rows).toEqual([{ n: 2 }]);
    expect((await clean.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    expect((await clean.query(`select 1 from pg_locks where locktype = 'advisory'`)).rows).toEqual([]);
    expect((await clean.query('select id from notes')).rows).toEqual([]);
    clean.release();
  });

  it('passes notifications on after the commit', async () => {
    const client: PoolClient = await storage.pool.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('listen news');
    await client.query(`begin; notify news, 'first'`);
    expect(heard).toEqual([]);
    await client.query('commit');
    expect(heard).toEqual(['first']);
    client.release(true);
  });

  it('can be copied, and the copy goes its own way', async () => {
    await sql`insert into notes values (5)`.execute(storage.db);
    const copy = await openPglite({ dataDir: 'memory://', image: () => storage.dump() });
    await sql`delete from notes`.execute(storage.db);
    expect((await sql`select id from notes`.execute(copy.db)).rows).toEqual([{ id: 5 }]);
    await copy.close();
  });

  it('does not keep the main thread from its work while it computes', async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    await sql`select count(*) from generate_series(1, 3000000)`.execute(storage.db);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('the thread of the embedded database', () => {
  it('is started again when it has died, with all that was acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-thread-'));
    const storage = await openPglite({ dataDir: folder });
    await sql`create table notes as select 1 as id`.execute(storage.db);
    // An invalid protocol message ends the thread, as a fault in the database would.
    const client = await storage.pool.connect();
    const { connection } = client as unknown as { connection: { stream: { write(bytes: Buffer): void } } };
    connection.stream.write(Buffer.from([0, 0, 0, 9, 1, 2, 3, 4, 5]));
    await expect(client.query('select 1')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.release();
    const read = () => sql`select id from notes`.execute(storage.db);
    expect((await retryTransient(read, { attempts: 5 })).rows).toEqual([{ id: 1 }]);
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);
});
