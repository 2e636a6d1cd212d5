import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { call } from '../../testing/contract/http.ts';
import { freshHandle, jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { startFakeProvider, type FakeProvider } from '../oidc/fixtures/fake-provider.ts';
import { Browser, startOidcServer } from '../oidc/fixtures/oidc-server.ts';

let provider: FakeProvider;
let server: TestServer;
let root: Person;
let ada: Person;
beforeEach(async () => {
  provider = await startFakeProvider();
  server = await startOidcServer(provider.issuer);
  provider.now = server.clock.now;
  root = await firstAdmin(server);
  ada = await signUp(server);
});
afterEach(async () => {
  await server.stop();
  await provider.close();
});

const fresh = 'staple of correct batteries';
const turn = (passwordSignIn: unknown) => root.patch('/v1/admin/settings', { passwordSignIn });
const post = (path: string, body: unknown) => call(`${server.baseUrl}${path}`, jsonInit('POST', body));
const kindsOf = async () =>
  (await call(`${server.baseUrl}/v1/sign-in-methods`)).body.items.map(({ kind }: { kind: string }) => kind);

describe('§15 sign-in by password that is off', { timeout: 60_000 }, () => {
  it('refuses sign-up, reset links, redeeming and password changes, and loses no link', async () => {
    const { url } = (await root.post(`/v1/admin/people/${ada.userId}/password-reset`)).body.item;
    const token = url.split('#')[1];
    const profile = { handle: freshHandle(), displayName: 'Cy', password: fresh };
    const { url: invited } = (await root.post('/v1/admin/invitations', {})).body;
    expect((await turn('off')).status).toBe(200);
    expect(await kindsOf()).toEqual(['oidc']);
    expectRefusal(await post('/v1/users', profile), 403, 'signup_closed');
    const invitation = invited.split('#')[1];
    expectRefusal(await post('/v1/users', { ...profile, invitation }), 403, 'signup_closed');
    expectRefusal(await root.post(`/v1/admin/people/${ada.userId}/password-reset`), 403, 'signup_closed');
    for (const any of [token, 'unknown'])
      expectRefusal(await post('/v1/password-resets/redeem', { token: any, password: fresh }), 403, 'signup_closed');
    const change = { currentPassword: ada.password, newPassword: fresh };
    expectRefusal(await ada.put('/v1/session/password', change), 403, 'signup_closed');
    expect((await post('/v1/password-resets', { identifier: ada.handle })).status).toBe(202);
    await turn('on');
    expect((await post('/v1/password-resets/redeem', { token, password: fresh })).status).toBe(204);
  });

  it('signs nobody in by password but administrators, and takes no password for a session that is not fresh', async () => {
    await turn('off');
    const { handle, password } = ada;
    expectRefusal(await post('/v1/session', { handle, password }), 401, 'sign_in_failed');
    await server.clock.leap(11 * 60_000);
    const link = { providerId: 'corp', password };
    expectRefusal(await ada.post('/v1/session/identities', link), 403, 'password_wrong');
    const again = await signIn(server, root);
    expect(
      (await again.put('/v1/session/password', { currentPassword: root.password, newPassword: fresh })).status,
    ).toBe(204);
    expect((await again.post(`/v1/admin/people/${root.userId}/password-reset`)).status).toBe(201);
  });

  it('leaves the sign-in by a provider, which is then the last', async () => {
    await turn('off');
    const browser = new Browser(server).become(ada);
    const { body } = await browser.post('/v1/session/identities', { providerId: 'corp' });
    const id = (await browser.open((await browser.open(body.item.url)).location)).location.split('=')[1];
    await browser.post(`/v1/session/identities/${id}/confirm`);
    expectRefusal(await ada.del(`/v1/session/identities/${id}`), 409, 'last_sign_in_method');
    await turn(null);
    expect((await ada.del(`/v1/session/identities/${id}`)).status).toBe(204);
  });

  it('is changed by administrators alone, to on or off', async () => {
    expectRefusal(await ada.patch('/v1/admin/settings', { passwordSignIn: 'off' }), 403, 'admin_required');
    expectRefusal(await turn(false), 400, 'malformed_request', '/passwordSignIn');
    await turn('off');
    const { items } = (await root.get('/v1/admin/settings')).body;
    expect(items).toContainEqual({ name: 'passwordSignIn', value: 'off', source: 'admin', editable: true });
  });
});

describe('§15 a setting that would leave no way in', { timeout: 60_000 }, () => {
  it('is refused at the start', async () => {
    await expect(startTestServer({ PARLEY_PASSWORD_SIGN_IN: 'off' })).rejects.toThrow('set PARLEY_OIDC_FILE');
  });

  it('is 409 while the server runs, and changes nothing', async () => {
    const alone = await startTestServer();
    const admin = await firstAdmin(alone);
    const change = { rooms: 3, passwordSignIn: 'off' };
    expectRefusal(await admin.patch('/v1/admin/settings', change), 409, 'last_sign_in_method', '/passwordSignIn');
    const { items } = (await admin.get('/v1/admin/settings')).body;
    expect(items).toContainEqual({ name: 'rooms', value: 5000, source: 'default', editable: true });
    expect((await signUp(alone)).userId).toMatch(/^usr_/);
    await alone.stop();
  });

  it('is fixed where the environment sets it', async () => {
    const fixed = await startTestServer({ PARLEY_PASSWORD_SIGN_IN: 'on' });
    const answer = await (await firstAdmin(fixed)).patch('/v1/admin/settings', { passwordSignIn: 'off' });
    expectRefusal(answer, 409, 'setting_fixed', '/passwordSignIn');
    await fixed.stop();
  });
});
