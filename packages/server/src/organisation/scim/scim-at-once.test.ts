import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerOn, startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import type { Answer } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { openOnServer } from '../../testing/database.ts';
import { explainEach } from '../../testing/explain.ts';
import { directoryOf, entraPatch, oktaActive, oktaUser, scimToken, type Directory } from './fixtures/directory.ts';
import { listUsers } from './list-users.ts';

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();

describe.skipIf(testServerUrl === undefined)(`§16 SCIM at once, on ${postgres.name}`, { timeout: 60_000 }, () => {
  let server: TestServer;
  let root: Person;
  let scim: Directory;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? '', 8), { PARLEY_SCIM_TOKEN: scimToken });
    root = await firstAdmin(server);
    scim = directoryOf(server);
  }, 60_000);
  afterAll(() => server.stop());

  it('§16 of eight POSTs of one userName one makes a person, and of two addresses one is given', async () => {
    const twins = Array.from({ length: 8 }, (_, index) =>
      scim.send('POST', '/Users', { ...oktaUser('twin@x.example', 'T', 'T', `t${index}`), emails: [] }),
    );
    expect(statuses(await Promise.all(twins))).toEqual([201, ...new Array<number>(7).fill(409)]);
    const sameAddress = ['a', 'b'].map((name) =>
      scim.send('POST', '/Users', { userName: name, externalId: name, emails: [{ value: 'same@x.example' }] }),
    );
    expect(statuses(await Promise.all(sameAddress))).toEqual([201, 409]);
  });

  it('§16 changes of one person at once, by a directory and an administrator, all end', async () => {
    const { id } = (await scim.send('POST', '/Users', oktaUser('busy@x.example', 'B', 'B', 'busy'))).body;
    const set = (status: string) => root.patch(`/v1/admin/people/${id}`, { status });
    const email = { op: 'replace', path: 'emails[type eq "work"].value', value: 'busy2@x.example' };
    const answers = await Promise.all([
      scim.send('PATCH', `/Users/${id}`, oktaActive(false)),
      set('disabled'),
      scim.send('PATCH', `/Users/${id}`, entraPatch(email, { op: 'replace', path: 'active', value: 'False' })),
      set('active'),
      scim.send('PUT', `/Users/${id}`, oktaUser('busy@x.example', 'B', 'B', 'busy')),
      scim.send('DELETE', `/Users/${id}`),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('§16 the statements of SCIM', { timeout: 60_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
    await signUp(server, { handle: 'needle' });
    const { db } = server.app.storage;
    await sql`
      insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      select 'usr_' || lpad(n::text, 26, '0'), 'hay-' || n, 'Hay', 'x', 'en', 'UTC', now()
      from generate_series(1, 5000) n`.execute(db);
    await sql`
      insert into accounts (user_id, email, email_verified)
      select user_id, handle || '@x.example', true from users where handle like 'hay-%'`.execute(db);
    await sql`
      insert into scim_people (user_id, user_name, user_name_key, external_id, changed_at)
      select user_id, handle || '@x.example', handle || '@x.example', handle, now() from users
      where handle like 'hay-%'`.execute(db);
    await sql`analyze`.execute(db);
  }, 60_000);
  afterAll(() => server.stop());

  const visitedBy = async (filter: string | null) => {
    const { storage } = server.app;
    const none = { startIndex: null, count: null };
    const all = await explainEach(storage, (db) => listUsers({ storage: { ...storage, db } }, { filter, ...none }));
    return Math.max(0, ...all.flatMap(({ visited }) => Object.values(visited)));
  };

  it('§16 a lookup reads a few rows of thousands', async () => {
    for (const filter of [
      'userName eq "HAY-77@x.example"',
      'userName eq "needle"',
      'userName eq "nobody@x.example"',
      'externalId eq "hay-4000"',
      'emails.value eq "hay-12@x.example"',
      'emails[type eq "work"].value eq "nobody@x.example"',
      `id eq "usr_${'9'.padStart(26, '0')}"`,
    ])
      expect(await visitedBy(filter), filter).toBeLessThan(5);
    // A list counts everybody, so this test can fail.
    expect(await visitedBy(null)).toBeGreaterThan(5000);
  });
});
