import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { call } from '../../testing/contract/http.ts';
import { jsonInit, signUp, type Person } from '../../testing/contract/person.ts';
import { directoryOf, oktaActive, oktaUser, scimToken, type Directory } from './fixtures/directory.ts';

let server: TestServer;
let root: Person;
let okta: Directory;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
  root = await firstAdmin(server);
  okta = directoryOf(server);
}, 60_000);
afterAll(() => server.stop());

const lookup = (userName: string) =>
  okta.get(`/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`);
const personOf = async (id: string) => (await root.get(`/v1/admin/people/${id}`)).body.item;
const auditOf = async (id: string) =>
  (await root.get(`/v1/admin/audit?target=${id}`)).body.items
    .map((row: { actor: { type: string }; action: string }) => `${row.actor.type} ${row.action}`)
    .toReversed();

describe('§16 SCIM for Okta', { timeout: 60_000 }, () => {
  it('§16 a person is looked up, made, read, replaced, deactivated and reactivated as Okta does it', async () => {
    const userName = 'Grace.Hopper@Navy.example';
    const none = await lookup(userName);
    expect(none.status).toBe(200);
    expect(none.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const made = await okta.send('POST', '/Users', oktaUser(userName, 'Grace', 'Hopper', '00ujl29u0le5T6Aj10h7'));
    expect(made.status).toBe(201);
    expect(made.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    const { id } = made.body;
    expect(made.headers.get('location')).toBe(`${server.baseUrl}/scim/v2/Users/${id}`);
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      externalId: '00ujl29u0le5T6Aj10h7',
      displayName: 'Grace Hopper',
      name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' },
      active: true,
      emails: [{ value: 'grace.hopper@navy.example', type: 'work', primary: true }],
      meta: { resourceType: 'User', location: made.headers.get('location') },
    });
    expect(made.text).not.toContain('1mz050nq');
    expect(await personOf(id)).toMatchObject({
      handle: 'grace-hopper',
      email: 'grace.hopper@navy.example',
      emailVerified: true,
      role: 'member',
      externalId: '00ujl29u0le5T6Aj10h7',
    });
    expect((await lookup(userName.toUpperCase())).body.Resources).toEqual([made.body]);
    expect((await okta.get(`/Users/${id}`)).body).toEqual(made.body);
    const put = await okta.send('PUT', `/Users/${id}`, {
      ...made.body,
      name: { givenName: 'Grace', familyName: 'Murray', formatted: 'Grace Hopper' },
      displayName: 'Grace Murray',
      groups: [],
      active: true,
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ id, displayName: 'Grace Murray', name: { familyName: 'Murray' }, userName });
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(false))).body).toMatchObject({ active: false });
    expect((await personOf(id)).status).toBe('disabled');
    expect((await okta.get(`/Users/${id}`)).body.active).toBe(false);
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(true))).body).toMatchObject({ active: true });
    expect((await personOf(id)).status).toBe('active');
    expect(await auditOf(id)).toEqual([
      'scim person.provisioned',
      'scim person.renamed',
      'scim person.disabled',
      'scim person.enabled',
    ]);
  });

  it('§16 a PATCH without schemas deactivates too, and a PUT that leaves out names loses nothing', async () => {
    const { id } = (await okta.send('POST', '/Users', oktaUser('ada@navy.example', 'Ada', 'Byron', '00u1'))).body;
    const patch = { Operations: [{ op: 'replace', value: { active: false } }] };
    expect((await okta.send('PATCH', `/Users/${id}`, patch)).body.active).toBe(false);
    const put = await okta.send('PUT', `/Users/${id}`, { userName: 'ada@navy.example', active: true });
    expect(put.body).toMatchObject({
      externalId: '00u1',
      displayName: 'Ada Byron',
      active: true,
      emails: [{ value: 'ada@navy.example' }],
    });
    const changed = await okta.send('PUT', `/Users/${id}`, { id: 'usr_other', userName: 'ada@navy.example' });
    expect([changed.status, changed.body.scimType]).toEqual([400, 'mutability']);
  });

  it('§16 a name.formatted beside another displayName changes nothing that others see, however often it is sent', async () => {
    const body = {
      ...oktaUser('two@navy.example', 'Two', 'Names', '00u11'),
      displayName: 'Two Names',
      name: { formatted: 'Names, Two (Sales)', givenName: 'Two', familyName: 'Names' },
    };
    const { id } = (await okta.send('POST', '/Users', body)).body;
    for (let again = 0; again < 3; again += 1)
      expect((await okta.send('PUT', `/Users/${id}`, body)).body).toMatchObject({
        displayName: 'Two Names',
        name: body.name,
      });
    const patch = (path: string, value: string) =>
      okta.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path, value }] });
    expect((await patch('name.formatted', 'Names, Two (HR)')).body.displayName).toBe('Two Names');
    expect((await patch('name.familyName', 'Namen')).body.displayName).toBe('Two Namen');
    expect((await patch('displayName', 'Zwei Namen')).body.displayName).toBe('Zwei Namen');
    expect((await patch('name.familyName', 'Nomen')).body).toMatchObject({
      displayName: 'Zwei Namen',
      name: { formatted: 'Names, Two (HR)', familyName: 'Nomen' },
    });
    const plain = { userName: 'plain@navy.example', externalId: '00u12', name: { formatted: 'Plain Name' } };
    const made = (await okta.send('POST', '/Users', { ...plain, active: 'False' })).body;
    expect(made).toMatchObject({ displayName: 'Plain Name', active: false });
    const renamed = { ...plain, name: { formatted: 'Plainer Name' } };
    expect((await okta.send('PUT', `/Users/${made.id}`, renamed)).body.displayName).toBe('Plainer Name');
  });

  it('§16 a userName that is taken is 409 uniqueness, also in other case, and of two at once one wins', async () => {
    const body = oktaUser('twin@navy.example', 'Twin', 'One', '00u2');
    const answers = await Promise.all([okta.send('POST', '/Users', body), okta.send('POST', '/Users', body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const other = await okta.send('POST', '/Users', { ...body, userName: 'TWIN@navy.example', externalId: 'x' });
    expect(other.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
      detail: 'Another person has this userName.',
    });
    const sameId = await okta.send('POST', '/Users', oktaUser('third@navy.example', 'T', 'T', '00u2'));
    expect([sameId.status, sameId.body.scimType]).toEqual([409, 'uniqueness']);
    const sameMail = await okta.send('POST', '/Users', { ...body, userName: 'fourth', externalId: '00u4' });
    expect([sameMail.status, sameMail.body.scimType]).toEqual([409, 'uniqueness']);
    // Nothing is left of what was refused.
    expect((await lookup('fourth')).body.totalResults).toBe(0);
    expect((await lookup('third@navy.example')).body.totalResults).toBe(0);
  });

  it('§16 a taken or reserved handle gets another, which fits the rules of handles', async () => {
    await signUp(server, { handle: 'linus' });
    const handleOf = async (userName: string, id: string) =>
      (await personOf((await okta.send('POST', '/Users', { userName, externalId: id })).body.id)).handle;
    expect(await handleOf('Linus@navy.example', 'h1')).toBe('linus-2');
    expect(await handleOf('linus@other.example', 'h2')).toBe('linus-3');
    expect(await handleOf('Zoë.Müller-Ærø@navy.example', 'h3')).toBe('zoe-muller-r');
    expect(await handleOf('admin@navy.example', 'h4')).toBe('person');
    expect(await handleOf('山田', 'h5')).toBe('person-2');
    expect(await handleOf(`${'x'.repeat(60)}@navy.example`, 'h6')).toBe('x'.repeat(32));
  });

  it('§16 a deleted person is disabled and gone, and the same userName brings back the same id', async () => {
    const body = oktaUser('back@navy.example', 'Back', 'Again', '00u7');
    const { id } = (await okta.send('POST', '/Users', body)).body;
    expect((await okta.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await personOf(id)).status).toBe('disabled');
    expect((await okta.get(`/Users/${id}`)).status).toBe(404);
    expect((await okta.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(true))).status).toBe(404);
    expect((await lookup('back@navy.example')).body.totalResults).toBe(0);
    const again = await okta.send('POST', '/Users', { ...body, userName: 'BACK@navy.example', externalId: '00u8' });
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
    expect(again.body).toMatchObject({ userName: 'BACK@navy.example', externalId: '00u8' });
    expect((await personOf(id)).status).toBe('active');
    expect(await auditOf(id)).toEqual([
      'scim person.provisioned',
      'scim person.disabled',
      'scim person.unprovisioned',
      'scim person.provisioned',
      'scim person.enabled',
    ]);
  });

  it('§15 somebody who was erased does not come back: the directory sees nobody, and the same userName is a new person', async () => {
    const body = oktaUser('erased@navy.example', 'Erased', 'Person', '00u13');
    const { id } = (await okta.send('POST', '/Users', body)).body;
    const { handle } = await personOf(id);
    expect((await root.post(`/v1/admin/people/${id}/erase`, { confirm: handle })).status).toBe(202);
    // While it runs and afterwards.
    expect((await okta.get(`/Users/${id}`)).status).toBe(404);
    await expect.poll(async () => (await personOf(id)).status, { timeout: 30_000 }).toBe('erased');
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(true))).status).toBe(404);
    expect((await lookup('erased@navy.example')).body.totalResults).toBe(0);
    const again = await okta.send('POST', '/Users', body);
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
    expect((await personOf(again.body.id)).handle).not.toBe(handle);
    expect((await okta.get('/Users?count=200')).text).not.toContain(id);
  });

  it('§16 whom an administrator disabled stays disabled, though the directory says active with each change', async () => {
    const body = oktaUser('barred@navy.example', 'Barred', 'Person', '00u10');
    const { id } = (await okta.send('POST', '/Users', body)).body;
    const set = (status: string) => root.patch(`/v1/admin/people/${id}`, { status });
    await okta.send('PATCH', `/Users/${id}`, oktaActive(false));
    await set('active');
    await server.clock.leap(1);
    await set('disabled');
    expect((await okta.send('PUT', `/Users/${id}`, body)).body.active).toBe(false);
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(true))).body.active).toBe(false);
    await okta.send('DELETE', `/Users/${id}`);
    expect((await okta.send('POST', '/Users', body)).body).toMatchObject({ id, active: false });
    expect((await personOf(id)).status).toBe('disabled');
    await set('active');
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(false))).body.active).toBe(false);
    expect((await okta.send('PATCH', `/Users/${id}`, oktaActive(true))).body.active).toBe(true);
  });

  it('§16 people come in pages of at most 200, in the order in which they came', async () => {
    const all = (await okta.get('/Users')).body;
    expect(all.Resources.length).toBe(all.totalResults);
    const [first, second] = [
      await okta.get('/Users?startIndex=1&count=2'),
      await okta.get('/Users?startIndex=3&count=1'),
    ];
    expect(first.body).toMatchObject({ itemsPerPage: 2, startIndex: 1, totalResults: all.totalResults });
    expect([...first.body.Resources, ...second.body.Resources]).toEqual(all.Resources.slice(0, 3));
    expect((await okta.get('/Users?count=0')).body).toMatchObject({ Resources: [], totalResults: all.totalResults });
    expect((await okta.get('/Users?count=-5&startIndex=-7')).body).toMatchObject({ Resources: [], startIndex: 1 });
    expect((await okta.get('/Users?count=999999&startIndex=999999')).body.Resources).toEqual([]);
    expect((await okta.get('/Users?count=x')).body.scimType).toBe('invalidValue');
    expect((await okta.get('/Users?count=1&count=2')).body.scimType).toBe('invalidValue');
    expect((await okta.get('/Groups')).body).toMatchObject({ totalResults: 0, Resources: [] });
  });

  it('§16 a person of a directory has no password: signing in answers as for any wrong one', async () => {
    const made = await okta.send('POST', '/Users', oktaUser('nopass@navy.example', 'No', 'Password', '00u9'));
    const { handle } = await personOf(made.body.id);
    for (const password of ['1mz050nq', '', 'no password at all', '$argon2id$v=19$m=19456,t=2,p=1$bm8g$AAAA']) {
      const answer = await call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle, password }));
      expect([answer.status, answer.body.error.code]).toEqual([401, 'sign_in_failed']);
    }
  });
});

describe('§16 SCIM where nobody can sign up', { timeout: 60_000 }, () => {
  it('§16 a directory makes people though sign-up is closed', async () => {
    const closed = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken, PARLEY_SIGNUP: 'closed' });
    try {
      const made = await directoryOf(closed).send('POST', '/Users', oktaUser('in@navy.example', 'I', 'N', '1'));
      expect(made.status).toBe(201);
    } finally {
      await closed.stop();
    }
  });

  it('§16 without a token in the settings there is no such door', async () => {
    const plain = await startTestServer();
    try {
      for (const path of ['/Users', '/ServiceProviderConfig', '/anything'])
        expect((await directoryOf(plain).get(path)).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
