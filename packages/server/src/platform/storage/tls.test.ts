import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { postgresUrl } from '../settings/database-url.ts';
import { createAuthority, type Authority, type Certified } from '../../testing/certificates.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { createDatabase, type ServerDatabase } from '../../testing/postgres-template.ts';
import { tlsPostgres, type TlsPostgres } from '../../testing/tls-postgres.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';

let folder: string;
let ours: Authority;
let theirs: Authority;
/** The server's certificate: issued by our authority for `localhost` only. */
let certified: Certified;
let server: TlsPostgres | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tls-'));
  [ours, theirs] = [await createAuthority(folder, 'ours'), await createAuthority(folder, 'theirs')];
  certified = await ours.certify(['DNS:localhost']);
});
afterEach(() => server?.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const [rightName, wrongName] = ['localhost', '127.0.0.1'];

interface Try {
  readonly mode: string;
  readonly host?: string;
  readonly ca?: 'ours' | 'theirs' | 'none';
  readonly hasTls?: boolean;
}

/** Starts as a server does, with this setting. Returns the error of the start and what the database side received. */
async function start({ mode, host = rightName, ca = 'none', hasTls = true }: Try) {
  server = await tlsPostgres(hasTls ? certified : null, null);
  const root = { ours, theirs, none: null }[ca];
  const parameters = new URLSearchParams({ sslmode: mode, ...(root ? { sslrootcert: root.file } : {}) });
  const url = postgresUrl(`postgres://ada:pa55word@${host}:${server.port}/parley?${parameters}`, 'DATABASE_URL');
  const opening = openPostgres({ databaseUrl: url, poolSize: 1 });
  const told = await opening.then(
    () => 'It opened.',
    (error: Error) => error.message,
  );
  return { told, arrived: server.arrived };
}

/** The database side received the user name, and so would have received the password. */
const cameThrough = (encrypted: boolean) => ({
  told: expect.stringContaining('has no database parley'),
  arrived: [{ askedForTls: encrypted, startup: { encrypted, text: expect.stringContaining('ada') } }],
});

describe('§9 the sslmode of DATABASE_URL', () => {
  it('disable asks for no TLS', async () => {
    expect(await start({ mode: 'disable' })).toEqual(cameThrough(false));
  });

  it.each<Try>([
    { mode: 'prefer', host: wrongName },
    { mode: 'require', host: wrongName },
    { mode: 'no-verify', host: wrongName },
    { mode: 'require', host: wrongName, ca: 'ours' },
    { mode: 'verify-ca', host: wrongName, ca: 'ours' },
    { mode: 'verify-full', ca: 'ours' },
  ])('encrypts everything: %j', async (how) => {
    expect(await start(how)).toEqual(cameThrough(true));
  });

  it.each<Try & { readonly words: string }>([
    { mode: 'require', ca: 'theirs', words: 'sslrootcert' },
    { mode: 'verify-ca', ca: 'theirs', words: 'sslrootcert' },
    { mode: 'verify-full', ca: 'theirs', words: 'sslrootcert' },
    { mode: 'verify-full', words: 'sslrootcert' },
    { mode: 'verify-full', ca: 'ours', host: wrongName, words: 'is for another host: name the host' },
    { mode: 'require', hasTls: false, words: 'speaks no TLS' },
    { mode: 'verify-full', ca: 'ours', hasTls: false, words: 'speaks no TLS' },
    { mode: 'prefer', hasTls: false, words: 'speaks no TLS' },
  ])('tells the server nothing, and the operator what to do: %j', async ({ words, ...how }) => {
    const { told, arrived } = await start(how);
    expect(told).toContain(words);
    expect(told).toMatch(/\(DATABASE_URL\)\.$/);
    expect(told).not.toContain('pa55word');
    expect(arrived).toEqual([{ askedForTls: true, startup: null }]);
  });

  it('is a sentence at the start where verify-ca is told no authority', () => {
    const url = `postgres://ada@${rightName}/parley?sslmode=verify-ca`;
    expect(() => postgresUrl(url, 'DATABASE_URL')).toThrow('needs sslrootcert');
  });
});

describe.skipIf(postgres.skip)(`${postgres.name} behind TLS`, () => {
  let database: ServerDatabase;
  beforeAll(async () => {
    database = await createDatabase(testServerUrl ?? '');
  });
  afterAll(() => database.drop());

  it('§9 takes migrations and statements at the same time over verify-full', async () => {
    const behind = new URL(database.url);
    server = await tlsPostgres(certified, behind);
    const url = new URL(behind);
    [url.hostname, url.port] = [rightName, String(server.port)];
    url.search = String(new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ours.file }));
    const storage = await openPostgres({ databaseUrl: postgresUrl(url.href, 'DATABASE_URL'), poolSize: 3 });
    try {
      await migrate(storage);
      const numbers = Array.from({ length: 50 }, (_, number) => number);
      const answers = await Promise.all(
        numbers.map((number) => sql<{ n: number }>`select ${number}::int as n`.execute(storage.db)),
      );
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers);
      expect(server.arrived.every(({ startup }) => startup?.encrypted)).toBe(true);
    } finally {
      await storage.close();
    }
  });
});
