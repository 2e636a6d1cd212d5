import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { createDatabase, type ServerDatabase } from '../../testing/postgres-template.ts';
import { transactionPooler } from '../../testing/transaction-pooler.ts';
import { explainPostgres } from './explain-postgres.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';

/** Returns the error message of opening and migrating the database. */
async function refusalOf(databaseUrl: string, listens = true): Promise<string> {
  const opening = openPostgres({ databaseUrl, poolSize: 2, listens });
  const storage = await opening.catch((error: Error) => error.message);
  if (typeof storage === 'string') return storage;
  const migrating = migrate(storage).then(() => 'It opened.');
  const told = await migrating.catch((error: unknown) => explainPostgres(error, databaseUrl).message);
  await storage.close();
  return told;
}

describe.skipIf(postgres.skip)(`the first connection to ${postgres.name}`, { timeout: 60_000 }, () => {
  let database: ServerDatabase;
  const as = (change: (url: URL) => void): string => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  beforeAll(async () => {
    database = await createDatabase(testServerUrl ?? '');
  });
  afterAll(() => database.drop());

  it('names the database that is not there, and what makes it', async () => {
    const told = await refusalOf(as((url) => (url.pathname = '/no_such_database')));
    expect(told).toContain(
      `PostgreSQL at ${new URL(database.url).host} has no database no_such_database: make it with "createdb `,
    );
    expect(told).toMatch(/ \(DATABASE_URL\)\.$/);
  });

  it('refuses a database that stores text in another encoding than UTF-8', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_latin`;
    const owner = await openPostgres({ databaseUrl: database.url });
    try {
      const settings = `encoding 'LATIN1' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`;
      await sql.raw(`create database ${name} ${settings}`).execute(owner.db);
      const told = await refusalOf(as((url) => (url.pathname = `/${name}`)));
      expect(told).toMatch(/^The database stores text as LATIN1, and UTF8 is needed: .+createdb.+\(DATABASE_URL\)\.$/);
    } finally {
      await sql.raw(`drop database if exists ${name}`).execute(owner.db);
      await owner.close();
    }
  });

  it('names the role that is not let in', async () => {
    const told = await refusalOf(as((url) => (url.username = 'no_such_role')));
    expect(told).toMatch(/^PostgreSQL at .+ (does not let|does not take).+no_such_role.+\(DATABASE_URL\)\.$/);
  });

  it('names the role that may not make tables', async () => {
    const weak = database.url.replace(/.*\/parley_test/, 'parley_weak');
    const owner = await openPostgres({ databaseUrl: database.url });
    try {
      await sql.raw(`create role ${weak} login`).execute(owner.db);
      const told = await refusalOf(as((url) => (url.username = weak)));
      expect(told).toMatch(
        new RegExp(`^The role ${weak} lacks a right in the database .+: make it the owner \\(DATABASE_URL\\)\\.$`),
      );
    } finally {
      await sql.raw(`drop role if exists ${weak}`).execute(owner.db);
      await owner.close();
    }
  });

  it('says that a server speaks no TLS where it is asked for', async () => {
    const told = await refusalOf(as((url) => (url.search = '?sslmode=require')));
    expect(told).toMatch(/speaks no TLS.+\(DATABASE_URL\)\.$|^It opened\.$/);
  });

  it.each([
    { sessions: 1, inTurn: false },
    { sessions: 2, inTurn: false },
    { sessions: 2, inTurn: true },
    { sessions: 3, inTurn: true },
  ])('refuses a pooler that lends sessions by the transaction: %j', async (how) => {
    const pooler = await transactionPooler(database.url, how);
    const [told, toldWithNats] = [await refusalOf(pooler.url), await refusalOf(pooler.url, false)];
    await pooler.close();
    const before = 'A pooler in transaction mode stands before PostgreSQL, and ';
    expect(told).toContain(`${before}signals come by LISTEN, because NATS_URL is not set: `);
    expect(told).toMatch(/pool_mode = session.+\(DATABASE_URL\)\.$/);
    expect(toldWithNats).toContain(`${before}it does not keep prepared statements (PgBouncer does from 1.21 on`);
  });
});

describe('a PostgreSQL that cannot be used', () => {
  const url = 'postgres://parley:pa55word@db.example:6432/rooms';

  it.each([
    ['28P01', 'the password of the role parley'],
    ['53300', 'raise max_connections'],
    ['25006', 'is read-only'],
    ['53100', 'is full'],
    ['08P01', 'docs/scaling.md'],
    ['ETIMEDOUT', 'does not answer'],
    ['ENOTFOUND', 'no host of the name'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'sslrootcert'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host'],
  ])('is told of in one sentence with the setting and without the password: %s', (code, words) => {
    const { message } = explainPostgres(Object.assign(new Error('It said so.'), { code }), url);
    expect(message).toContain(words);
    expect(message).toMatch(/db\.example:6432.*\(DATABASE_URL\)\.$/);
    expect(message).not.toContain('pa55word');
  });

  it('keeps the words of what is not known', () => {
    expect(explainPostgres(new Error('The moon is full.'), url).message).toBe('The moon is full (DATABASE_URL).');
  });

  it('is recognised below a failed migration and among the addresses of a name', () => {
    const cause = Object.assign(new Error('permission denied'), { code: '42501' });
    expect(explainPostgres(new Error('Migration 0001 failed', { cause }), url).message).toContain('make it the owner');
    const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    expect(explainPostgres(new AggregateError([refused], ''), url).message).toContain('Nothing listens');
  });
});

it('a PostgreSQL that nobody answers for is waited for and then named', { timeout: 60_000 }, async () => {
  const told = await refusalOf('postgres://parley@127.0.0.1:1/parley');
  expect(told).toBe('Nothing listens for PostgreSQL at 127.0.0.1:1 (DATABASE_URL).');
});
