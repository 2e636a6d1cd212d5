import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { readConfig } from '../../platform/settings/config.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { call, type Answer } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { directoryOf, entraPatch, oktaActive, oktaUser, scimToken, type Directory } from './fixtures/directory.ts';

let server: TestServer;
let root: Person;
let scim: Directory;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
  root = await firstAdmin(server);
  scim = directoryOf(server);
}, 60_000);
afterAll(() => server.stop());

let serial = 0;
const make = async (more: object = {}): Promise<string> => {
  serial += 1;
  const name = `p${serial}@navy.example`;
  const made = await scim.send('POST', '/Users', { ...oktaUser(name, 'P', String(serial), `id-${serial}`), ...more });
  expect(made.status).toBe(201);
  return made.body.id;
};
const personOf = async (id: string) => (await root.get(`/v1/admin/people/${id}`)).body.item;
const setRole = (id: string, role: string) => root.patch(`/v1/admin/people/${id}`, { role });
const expectError = (answer: Answer, status: number, type?: string) => {
  expect([answer.status, answer.body.status, answer.body.scimType]).toEqual([status, String(status), type]);
  expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
};

describe('§16 who may call SCIM', { timeout: 60_000 }, () => {
  it('§16 only the token of the settings opens the door: no other, no session, no token in the query', async () => {
    const { token } = (await root.post('/v1/tokens', { name: 'Mine', admin: true, expiresInDays: 30 })).body;
    expect(token).toMatch(/^pat_/);
    const wrong = [null, token, '', scimToken.slice(1), `${scimToken}x`, scimToken.toUpperCase()];
    for (const each of wrong) {
      expectError(await directoryOf(server, each).get('/Users'), 401);
      expectError(await directoryOf(server, each).get('/Nothing'), 401);
      expectError(await directoryOf(server, each).send('POST', '/Users', '{"not json'), 401);
    }
    const inQuery = await directoryOf(server, null).get(`/Users?access_token=${scimToken}&token=${scimToken}`);
    expectError(inQuery, 401);
    expect(inQuery.headers.get('www-authenticate')).toBe('Bearer');
    expect((await root.get('/scim/v2/Users')).status).toBe(401);
    const basic = { authorization: `Basic ${Buffer.from(`scim:${scimToken}`).toString('base64')}` };
    expectError(await directoryOf(server, null).send('GET', '/Users', undefined, basic), 401);
    // Nor does the token open another door.
    const bearer = { headers: { authorization: `Bearer ${scimToken}` } };
    expect((await call(`${server.baseUrl}/v1/admin/people`, bearer)).status).toBe(401);
  });

  it('§16 wrong tokens are limited by address, and right ones are not hindered by them', async () => {
    const limited = await startTestServer({
      PARLEY_SCIM_TOKEN: scimToken,
      PARLEY_RATE_LIMIT: 'on',
      PARLEY_RATE_SIGN_IN_ADDRESS: '3/m:3',
    });
    try {
      const guess = () => directoryOf(limited, 'x'.repeat(40)).get('/Users');
      for (let count = 0; count < 3; count += 1) expectError(await guess(), 401);
      const over = await guess();
      expectError(over, 429);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await directoryOf(limited).get('/Users')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('§18 of wrong tokens the 1st and the 10th from an address are in the audit log, and never the token', async () => {
    const guarded = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
    try {
      const admin = await firstAdmin(guarded);
      const wrong = `wrong-${'x'.repeat(40)}`;
      for (let count = 0; count < 12; count += 1) expectError(await directoryOf(guarded, wrong).get('/Users'), 401);
      expectError(await directoryOf(guarded, null).get('/Users'), 401);
      const log = await admin.get('/v1/admin/audit?action=session.refused');
      const scim = { type: 'scim', id: null };
      expect(log.body.items).toMatchObject([
        { actor: scim, target: { type: 'user', id: null }, details: { attempts: 10 } },
        { actor: scim, target: { type: 'user', id: null }, details: { attempts: 1 } },
      ]);
      expect(log.text).not.toContain(wrong);
    } finally {
      await guarded.stop();
    }
  });

  it('§16 a token with fewer than 32 characters is refused at the start, without being quoted', () => {
    const read = (token: string) => () => readConfig({ PARLEY_SCIM_TOKEN: token });
    expect(read('x'.repeat(31))).toThrow(/^PARLEY_SCIM_TOKEN has 32 to 512 characters.*makes them\.$/);
    expect(read(`${'secret '.repeat(6)}`)).toThrow(/^PARLEY_SCIM_TOKEN has 32/);
    expect(read('x'.repeat(31))).not.toThrow(/xxx/);
    expect(read('x'.repeat(32))().scimToken).toBe('x'.repeat(32));
  });

  it('§16 paths and methods that do not exist are 404 in the form of SCIM', async () => {
    for (const path of ['/Bulk', '/Me', '/Users/.search', '/Users/a/b', '/Groups/x', `/Users/${newId('user')}`])
      expectError(await scim.get(path), 404);
    expectError(await scim.send('DELETE', '/Users'), 404);
    expectError(await scim.send('POST', '/Bulk', {}), 404);
    expectError(await scim.get('/Users/%00'), 404);
  });
});

describe('§16 administrators and SCIM', { timeout: 60_000 }, () => {
  it('§16 an administrator without an externalId never comes under a directory', async () => {
    const before = await personOf(root.userId);
    for (const answer of [
      await scim.send('PUT', `/Users/${root.userId}`, oktaUser('root@navy.example', 'R', 'T', 'root-id')),
      await scim.send('PATCH', `/Users/${root.userId}`, oktaActive(false)),
      await scim.send('PATCH', `/Users/${root.userId}`, entraPatch({ op: 'add', path: 'externalId', value: 'r' })),
      await scim.send('DELETE', `/Users/${root.userId}`),
    ])
      expectError(answer, 403);
    expectError(
      await scim.send('POST', '/Users', { userName: root.handle.toUpperCase(), externalId: 'r' }),
      409,
      'uniqueness',
    );
    expect(await personOf(root.userId)).toEqual(before);
    const promoted = await make({ externalId: null });
    await setRole(promoted, 'admin');
    expectError(await scim.send('PATCH', `/Users/${promoted}`, oktaActive(false)), 403);
    expectError(await scim.send('PUT', `/Users/${promoted}`, { externalId: 'late', active: false }), 403);
    await setRole(promoted, 'member');
    expect((await scim.send('PATCH', `/Users/${promoted}`, oktaActive(false))).status).toBe(200);
  });

  it('§16 a directory gives no role, and does not change the address of an administrator', async () => {
    const id = await make({ roles: [{ value: 'admin', primary: true }], role: 'admin', userType: 'admin' });
    await scim.send('PATCH', `/Users/${id}`, entraPatch({ op: 'add', path: 'roles', value: [{ value: 'admin' }] }));
    expect(await personOf(id)).toMatchObject({ role: 'member', roleSource: null });
    expectError(
      await scim.send('PATCH', `/Users/${id}`, entraPatch({ op: 'add', path: 'role', value: 'admin' })),
      400,
      'invalidPath',
    );
    await setRole(id, 'admin');
    const email = { op: 'replace', path: 'emails[type eq "work"].value', value: 'evil@elsewhere.example' };
    const answer = await scim.send('PATCH', `/Users/${id}`, entraPatch(email));
    expect([answer.status, answer.body.emails[0].value]).toEqual([200, (await personOf(id)).email]);
    expect((await personOf(id)).email).not.toContain('evil');
    expect((await scim.send('PATCH', `/Users/${id}`, oktaActive(false))).body.active).toBe(false);
    expect((await root.get('/v1/notices')).body.items).toContainEqual(
      expect.objectContaining({ kind: 'role_changed', by: null }),
    );
  });

  it('§14 a directory cannot disable the last active administrator, also not of two at once', async () => {
    const other = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
    try {
      const first = await firstAdmin(other);
      const directory = directoryOf(other);
      const ids = await Promise.all(
        ['a', 'b'].map(
          async (name) =>
            (await directory.send('POST', '/Users', oktaUser(`${name}@x.example`, 'A', 'B', name))).body.id as string,
        ),
      );
      for (const id of ids) await first.patch(`/v1/admin/people/${id}`, { role: 'admin' });
      await first.patch(`/v1/admin/people/${first.userId}`, { role: 'member' });
      const answers = await Promise.all(ids.map((id) => directory.send('PATCH', `/Users/${id}`, oktaActive(false))));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const last = ids[answers[0]?.status === 409 ? 0 : 1];
      const deleted = await directory.send('DELETE', `/Users/${last}`);
      expectError(deleted, 409);
      // What was refused as a whole hides nobody.
      expect((await directory.get(`/Users/${last}`)).body.active).toBe(true);
    } finally {
      await other.stop();
    }
  });
});

describe('§16 hostile bodies of SCIM', { timeout: 60_000 }, () => {
  it('§16 huge bodies, many operations and strange names are refused and change nothing', async () => {
    const id = await make();
    const before = (await scim.get(`/Users/${id}`)).body;
    const huge = { ...oktaUser('huge@navy.example', 'H', 'H', 'huge'), title: 'x'.repeat(70_000) };
    expectError(await scim.send('POST', '/Users', huge), 413);
    const operation = { op: 'replace', path: 'active', value: false };
    const many = entraPatch(...new Array<object>(10_000).fill({ op: 'a' }));
    expectError(await scim.send('PATCH', `/Users/${id}`, many), 413);
    expectError(
      await scim.send('PATCH', `/Users/${id}`, entraPatch(...new Array<object>(101).fill(operation))),
      413,
      'tooMany',
    );
    const emails = Array.from({ length: 60 }, (_, index) => ({ value: `e${index}@navy.example` }));
    expectError(
      await scim.send('PATCH', `/Users/${id}`, entraPatch({ op: 'add', path: 'emails', value: emails })),
      413,
      'tooMany',
    );
    for (const body of [
      '{"__proto__": {"active": false}, "active": false}',
      '{"name": {"constructor": {"prototype": {"isAdmin": true}}}}',
      '{"Operations": [{"op": "replace", "value": {"__proto__": {"active": false}, "active": false}}]}',
      '{"active": true, "Active": false}',
      '{"active": true, "active": false}',
      '[]',
      'null',
      '"text"',
      '{',
      '',
      '[['.repeat(5_000),
    ]) {
      expectError(await scim.send('PUT', `/Users/${id}`, body), 400, 'invalidSyntax');
      expectError(await scim.send('PATCH', `/Users/${id}`, body), 400, 'invalidSyntax');
      expectError(await scim.send('POST', '/Users', body), 400, 'invalidSyntax');
    }
    expectError(await scim.send('PUT', `/Users/${id}`, '<a/>', { 'content-type': 'text/xml' }), 415);
    expectError(await scim.send('PUT', `/Users/${id}`, 'a=b', { 'content-type': 'application/jsonx' }), 415);
    expect((await scim.get(`/Users/${id}`)).body).toEqual(before);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('§16 values of a wrong type or form are refused by name of the fault, and nothing is half done', async () => {
    const id = await make();
    const before = (await scim.get(`/Users/${id}`)).body;
    const put = (more: object) => scim.send('PUT', `/Users/${id}`, { active: false, ...more });
    for (const more of [
      { userName: '' },
      { userName: 5 },
      { userName: 'a\u0000b' },
      { userName: 'x'.repeat(300) },
      { userName: { toString: 'x' } },
      { externalId: ['x'] },
      { externalId: 'x'.repeat(257) },
      { displayName: 'Parley Support' },
      { active: 'maybe' },
      { active: 1 },
      { emails: 'a@b.example' },
      { emails: ['a@b.example'] },
      { emails: [{ value: 'no address' }] },
      { emails: [{ value: 'a@b.example, c@d.example' }] },
      {
        emails: [
          { value: 'a@b.example', primary: true },
          { value: 'c@b.example', primary: true },
        ],
      },
      { name: 'Ada' },
    ])
      expect(await put(more), JSON.stringify(more)).toMatchObject({ status: 400 });
    expectError(await put({ schemas: ['urn:other'] }), 400, 'invalidSyntax');
    expectError(await put({ id: root.userId }), 400, 'mutability');
    expect((await scim.get(`/Users/${id}`)).body).toEqual(before);
    expect((await personOf(id)).status).toBe('active');
  });

  it('§16 paths and operations of PATCH that mean nothing are refused, all or none', async () => {
    const id = await make();
    const before = (await scim.get(`/Users/${id}`)).body;
    const patch = (...operations: object[]) =>
      scim.send(
        'PATCH',
        `/Users/${id}`,
        entraPatch({ op: 'replace', path: 'displayName', value: 'Half' }, ...operations),
      );
    for (const path of [
      'unknown',
      'userName.x',
      'emails[value co "a"].value',
      `emails[type eq "${'\\'.repeat(150)}`,
      'emails[type eq "work"',
      '',
      'x'.repeat(300),
      'name.',
      'toString',
      '__proto__.x',
      'constructor.prototype',
    ])
      expectError(await patch({ op: 'replace', path, value: 'x' }), 400, 'invalidPath');
    expectError(await patch({ op: 'move', path: 'active', value: true }), 400, 'invalidSyntax');
    expectError(await patch({ op: 'remove' }), 400, 'noTarget');
    expectError(await patch({ op: 'remove', path: 'userName' }), 400, 'invalidValue');
    expectError(await patch({ op: 'remove', path: 'active' }), 400, 'invalidValue');
    expectError(await patch({ op: 'add', path: 'displayName' }), 400, 'invalidValue');
    expectError(await patch({ op: 'replace', value: 'x' }), 400, 'invalidValue');
    expectError(await patch({ op: 'replace', path: 'id', value: root.userId }), 400, 'mutability');
    expectError(await patch({ op: 'replace', path: 'active', value: { a: 1 } }), 400, 'invalidValue');
    expectError(
      await scim.send('PATCH', `/Users/${id}`, { schemas: ['urn:other'], Operations: [{}] }),
      400,
      'invalidSyntax',
    );
    expectError(await scim.send('PATCH', `/Users/${id}`, { Operations: [] }), 400, 'invalidSyntax');
    expect((await scim.get(`/Users/${id}`)).body).toEqual(before);
  });

  it('§16 filters that would read all people, or that mean nothing, are refused at once', async () => {
    const filters = [
      'displayName eq "x"',
      'unknown eq "x"',
      'password eq "x"',
      'userName co "a"',
      'userName pr',
      'userName ne "x"',
      'userName eq "a" or userName eq "b"',
      '(userName eq "a")',
      'not (userName eq "a")',
      'userName[type eq "work"] eq "a"',
      'userName eq 5',
      'userName eq true',
      'userName eq',
      'userName eq "a',
      `userName eq "${'\\\\'.repeat(200)}`,
      `userName eq "${'a'.repeat(700)}"`,
      '('.repeat(500),
      'userName eq "\\u0000"',
      '__proto__ eq "x"',
      ' ',
    ];
    for (const filter of filters)
      expectError(await scim.get(`/Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter');
  });

  it('§16 the userName of a person who is not provisioned cannot be taken by renaming another', async () => {
    const ada = await signUp(server);
    const id = await make();
    const rename = (userName: string) =>
      scim.send('PATCH', `/Users/${id}`, entraPatch({ op: 'replace', path: 'userName', value: userName }));
    expectError(await rename(ada.handle.toUpperCase()), 409, 'uniqueness');
    const gone = await make();
    const { userName } = (await scim.get(`/Users/${gone}`)).body;
    await scim.send('DELETE', `/Users/${gone}`);
    expectError(await rename(userName), 409, 'uniqueness');
  });

  it('§16 the person of the demo is never seen by a directory', async () => {
    const demo = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken, PARLEY_DEMO: '1' });
    try {
      const people = (await directoryOf(demo).get('/Users')).body;
      expect([people.totalResults, people.Resources]).toEqual([0, []]);
    } finally {
      await demo.stop();
    }
  });

  it('§16 a directory changes an address: the old one is told, and one that another has verified is refused', async () => {
    const [first, second] = [await make(), await make()];
    const { email } = await personOf(first);
    const take = { op: 'replace', path: 'emails[type eq "work"].value', value: email.toUpperCase() };
    expectError(await scim.send('PATCH', `/Users/${second}`, entraPatch(take)), 409, 'uniqueness');
    root = await signIn(server, root);
    expect((await personOf(second)).email).not.toBe(email);
  });
});
