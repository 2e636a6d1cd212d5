import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@parley/protocol';
import { findUsers } from '../../accounts/users/queries.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { directoryOf, entraPatch, entraUser, scimToken, type Directory } from './fixtures/directory.ts';

let server: TestServer;
let root: Person;
let entra: Directory;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_SCIM_TOKEN: scimToken });
  root = await firstAdmin(server);
  entra = directoryOf(server);
}, 60_000);
afterAll(() => server.stop());

const find = async (filter: string) => (await entra.get(`/Users?filter=${encodeURIComponent(filter)}`)).body;
const patch = (id: string, ...operations: object[]) => entra.send('PATCH', `/Users/${id}`, entraPatch(...operations));
const personOf = async (id: string) => (await root.get(`/v1/admin/people/${id}`)).body.item;
const languageOf = async (id: UserId) => (await findUsers(server.app.storage.db, [id]))[0]?.locale;
const make = async (name: string) =>
  (await entra.send('POST', '/Users', entraUser(name, `${name}@contoso.example`, 'Test', name))).body.id;

describe('§16 SCIM for Microsoft Entra', { timeout: 60_000 }, () => {
  it('§16 a person is looked up, made with the enterprise extension, changed and deleted as Entra does it', async () => {
    const name = '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef';
    expect((await find(`userName eq "Test_User_${name}"`)).totalResults).toBe(0);
    const body = entraUser(name, `Test_User_${name}@contoso.example`, 'Given', 'Family');
    const made = await entra.send('POST', '/Users', body, { 'content-type': 'application/scim+json; charset=utf-8' });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(await languageOf(id)).toBe('no-NO');
    await entra.send('PUT', `/Users/${id}`, { ...made.body, preferredLanguage: 'fr' });
    expect(await languageOf(id)).toBe('no-NO');
    expect((await find(`userName eq "test_user_${name}@CONTOSO.example"`)).Resources).toEqual([made.body]);
    expect((await find(`externalId eq "${name}"`)).Resources).toEqual([made.body]);
    expect((await find(`emails[type eq "work"].value eq "Test_User_${name}@contoso.example"`)).totalResults).toBe(1);
    const changed = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'Updated@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'name.givenName', value: 'New' },
      { op: 'Replace', path: 'displayName', value: 'New Name' },
      { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: 'Somewhere' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'HR' },
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'New Name',
      name: { familyName: 'updatedFamilyName', givenName: 'New', formatted: 'New Name' },
      emails: [{ value: 'updated@contoso.example', type: 'work', primary: true }],
    });
    expect(
      (await patch(id, { op: 'Replace', path: 'userName', value: '5b50642d@contoso.example' })).body.userName,
    ).toBe('5b50642d@contoso.example');
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect((await personOf(id)).status).toBe('disabled');
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true);
    expect((await patch(id, { op: 'Replace', path: 'active', value: [{ value: 'False' }] })).body.active).toBe(false);
    expect((await entra.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await entra.get(`/Users/${id}`)).status).toBe(404);
  });

  it('§16 paths as names of a value, and a missing entry of emails, work too', async () => {
    const id = await make('flat');
    expect((await patch(id, { op: 'remove', path: 'emails' })).body.emails).toBeUndefined();
    expect((await personOf(id)).email).toBeNull();
    const value = {
      active: 'False',
      'name.givenName': 'Flat',
      'emails[type eq "work"].value': 'flat2@contoso.example',
    };
    expect((await patch(id, { op: 'Replace', value })).body).toMatchObject({
      active: false,
      name: { givenName: 'Flat' },
      emails: [{ value: 'flat2@contoso.example' }],
    });
    expect((await patch(id, { op: 'Add', value: { displayName: 'Flat Person' } })).body.displayName).toBe(
      'Flat Person',
    );
    const added = { value: 'flat3@contoso.example', primary: 'True', type: 'home' };
    expect((await patch(id, { op: 'add', path: 'emails', value: [added] })).body.emails).toEqual([
      { value: 'flat3@contoso.example', type: 'work', primary: true },
    ]);
    const gone = { op: 'remove', path: 'emails', value: [{ value: 'flat3@contoso.example' }] };
    expect((await patch(id, gone)).body.emails).toBeUndefined();
  });

  it('§16 an existing person is found by handle, and comes under the directory when an externalId is written', async () => {
    const ada = await signUp(server, { displayName: 'Ada Example' });
    const found = await find(`userName eq "${ada.handle.toUpperCase()}"`);
    expect(found.Resources[0]).toMatchObject({ id: ada.userId, userName: ada.handle, active: true });
    expect(found.Resources[0].externalId).toBeUndefined();
    for (const answer of [
      await patch(ada.userId, { op: 'Replace', path: 'active', value: 'False' }),
      await entra.send('PUT', `/Users/${ada.userId}`, { userName: 'x', active: false }),
      await entra.send('DELETE', `/Users/${ada.userId}`),
    ])
      expect([answer.status, answer.body.status]).toEqual([403, '403']);
    expect((await ada.get('/v1/session')).status).toBe(200);
    const adopted = await patch(
      ada.userId,
      { op: 'Add', path: 'externalId', value: 'ada-in-entra' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'ada@contoso.example' },
    );
    expect(adopted.body).toMatchObject({
      externalId: 'ada-in-entra',
      userName: ada.handle,
      displayName: 'Ada Example',
    });
    expect((await personOf(ada.userId)).externalId).toBe('ada-in-entra');
    expect((await ada.get('/v1/notices')).body.items).toMatchObject([{ kind: 'email_set', by: null }]);
    expect((await patch(ada.userId, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect((await ada.get('/v1/session')).status).toBe(401);
    const rows = (await root.get(`/v1/admin/audit?target=${ada.userId}&action=person.provisioned`)).body.items;
    expect(rows).toMatchObject([{ actor: { type: 'scim', id: null }, details: { adopted: true } }]);
  });

  it('§16 what this server can do is described', async () => {
    expect((await entra.get('/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
    });
    expect((await entra.get('/ResourceTypes')).body.Resources[0]).toMatchObject({ id: 'User', endpoint: '/Users' });
    expect((await entra.get('/ResourceTypes/User')).body.id).toBe('User');
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User';
    const schema = (await entra.get(`/Schemas/${urn}`)).body;
    expect(schema.attributes.map(({ name }: { name: string }) => name)).toEqual([
      'userName',
      'name',
      'displayName',
      'active',
      'emails',
    ]);
    expect((await entra.get('/Schemas')).body.Resources).toEqual([schema]);
    expect((await entra.get('/Schemas/urn:other')).status).toBe(404);
    const plain = await entra.send('GET', '/ResourceTypes', undefined, { accept: 'application/json' });
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('§16 answers hold the attributes that a request names, or not those that it excludes', async () => {
    const id = await make('picked');
    expect(Object.keys((await entra.get(`/Users/${id}?attributes=userName,name.givenName`)).body).toSorted()).toEqual([
      'id',
      'name',
      'schemas',
      'userName',
    ]);
    expect((await entra.get(`/Users/${id}?excludedAttributes=emails`)).body).not.toHaveProperty('emails');
  });
});
