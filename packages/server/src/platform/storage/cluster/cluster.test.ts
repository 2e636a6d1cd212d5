import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgres, testServerUrl } from '../../../testing/databases-under-test.ts';
import { createDatabase, type ServerDatabase } from '../../../testing/postgres-template.ts';
import { readOnlyDoor, type ReadOnlyDoor } from '../../../testing/read-only-door.ts';
import { openPostgres } from '../open-postgres.ts';
import type { Storage } from '../storage.ts';
import { isTransient, retryTransient } from '../transient.ts';
import { clientClass } from './client-class.ts';

const closed = '127.0.0.1:1';

describe.skipIf(postgres.skip)(`several hosts of ${postgres.name}`, { timeout: 60_000 }, () => {
  let database: ServerDatabase;
  let doors: [ReadOnlyDoor, ReadOnlyDoor];
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    database = await createDatabase(testServerUrl ?? '');
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    doors = [await readOnlyDoor(database.url), await readOnlyDoor(database.url)];
  });
  afterEach(async () => {
    for (const end of [...ends.splice(0), ...doors.map((door) => () => door.close())]) await end();
  });

  const urlOf = (hosts: readonly string[], kind?: string): string => {
    const [before, after] = database.url.split(new URL(database.url).host);
    return `${before}${hosts.join(',')}${after}${kind === undefined ? '' : `?target_session_attrs=${kind}`}`;
  };
  const open = async (url: string): Promise<Storage> => {
    const storage = await openPostgres({ databaseUrl: url, poolSize: 3 });
    ends.push(() => storage.close());
    return storage;
  };
  const write = (storage: Storage) =>
    retryTransient(() => sql`create table if not exists notes (id int)`.execute(storage.db), { attempts: 10 });
  const hostsOf = () => doors.map(({ host }) => host);

  it('uses the first one that takes writes, past one that is down and one that is read-only', async () => {
    doors[0].isReadOnly = true;
    const storage = await open(urlOf([closed, ...hostsOf()]));
    const asked = doors[0].opened;
    await write(storage);
    expect([asked, doors[0].opened]).toEqual([1, 1]);
  });

  it('moves to another one when a write is refused because its server was demoted', async () => {
    doors[1].isReadOnly = true;
    const storage = await open(urlOf(hostsOf(), 'read-write'));
    await write(storage);
    doors[0].isReadOnly = true;
    doors[1].isReadOnly = false;
    const before = doors[1].opened;
    const refused: unknown = await sql`set default_transaction_read_only = on`
      .execute(storage.db)
      .then(() => sql`create table later (id int)`.execute(storage.db))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '25006' });
    await write(storage);
    expect(doors[1].opened).toBeGreaterThan(before);
  });

  it('breaks all connections to a server when another connection finds its successor', async () => {
    doors[1].isReadOnly = true;
    const url = urlOf(hostsOf(), 'read-write');
    const storage = await open(url);
    await write(storage);
    doors[0].isReadOnly = true;
    doors[1].isReadOnly = false;
    // Signals have a connection of their own.
    const { Client, connectionString } = clientClass(url);
    const connecting = async () => {
      const client = new Client({ connectionString });
      await client.connect();
      ends.push(() => client.end());
    };
    const error: unknown = await connecting().catch((reason: unknown) => reason);
    expect([isTransient(error), (error as Error).message]).toEqual([true, expect.stringContaining('is read-only')]);
    const session = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(storage.db);
      return rows[0]?.pid;
    };
    const before = await session();
    await connecting();
    await expect.poll(() => session().catch(() => before), { timeout: 5_000 }).not.toBe(before);
  });

  it('takes a primary for "primary" although it is read-only, and what answers first for "any"', async () => {
    doors[0].isReadOnly = true;
    for (const kind of ['primary', 'any']) {
      await open(urlOf([closed, ...hostsOf()], kind));
    }
    expect(doors[0].opened).toBeGreaterThan(2);
    expect(doors[1].opened).toBe(2);
  });

  it('says of each one why it cannot be used, when it has waited in vain', async () => {
    for (const door of doors) door.isReadOnly = true;
    await expect(open(urlOf([closed, ...hostsOf()]))).rejects.toThrow(
      new RegExp(
        String.raw`^No server that takes writes: ${closed} fails \(.*ECONNREFUSED.*\); ${doors[0].host} is read-only; ${doors[1].host} is read-only \(DATABASE_URL\)\.$`,
      ),
    );
  });

  it('says at once what is wrong with all of them', async () => {
    const url = urlOf(hostsOf()).replace(/\/parley_test_\w+/, '/no_such_database');
    await expect(open(url)).rejects.toThrow(`PostgreSQL at ${hostsOf().join(' or ')} has no database no_such_database`);
  });

  it('checks a single host too when the kind is given, as behind a proxy', async () => {
    doors[0].isReadOnly = true;
    await expect(open(urlOf([doors[0].host], 'read-write'))).rejects.toThrow(`${doors[0].host} is read-only`);
    await expect(open(urlOf([doors[0].host]))).resolves.toBeDefined();
  });
});
