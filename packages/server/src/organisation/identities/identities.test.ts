import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { makeRecoveryLink } from '../recovery/make-recovery-link.ts';
import { startFakeProvider, type FakeProvider } from '../oidc/fixtures/fake-provider.ts';
import { Browser, startOidcServer } from '../oidc/fixtures/oidc-server.ts';

let provider: FakeProvider;
let server: TestServer;
let ada: Person;
let browser: Browser;
beforeEach(async () => {
  provider = await startFakeProvider();
  server = await startOidcServer(provider.issuer);
  provider.now = server.clock.now;
  ada = await signUp(server);
  browser = new Browser(server).become(ada);
});
afterEach(async () => {
  await server.stop();
  await provider.close();
});

/** Asks for a link, and returns the callback of the provider. */
async function ask(from = browser): Promise<string> {
  const { status, body } = await from.post('/v1/session/identities', { providerId: 'corp' });
  expect(status).toBe(201);
  return (await from.open(body.item.url)).location;
}
/** Goes through the provider, and returns the id of what waits. */
async function hold(from = browser): Promise<string> {
  const { location } = await from.open(await ask(from));
  return /^\/you\/signing-in\?identity=(idn_\w+)$/.exec(location)?.[1] ?? location;
}
const confirm = (id: string, from = browser) => from.post(`/v1/session/identities/${id}/confirm`);
const linked = async (person: Person): Promise<Json[]> => (await person.get('/v1/session/identities')).body.items;
const remove = (id: string, body: Json = {}) =>
  ada.send('DELETE', `/v1/session/identities/${id}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

describe('§16 linking an identity', { timeout: 60_000 }, () => {
  it('shows what would be linked, and links it when it is confirmed', async () => {
    const id = await hold();
    expect(await linked(ada)).toEqual([]);
    expect((await ada.get(`/v1/session/identities/${id}`)).body.item).toMatchObject({
      identityId: id,
      providerId: 'corp',
      issuer: provider.issuer,
      account: 'ada@corp.example',
    });
    expect((await confirm(id)).status).toBe(204);
    expect((await confirm(id)).status).toBe(204);
    const items = await linked(ada);
    expect(items).toEqual([
      { identityId: id, providerId: 'corp', issuer: provider.issuer, linkedAt: expect.any(String) },
    ]);
    expect((await ada.get('/v1/notices')).body.items).toMatchObject([{ kind: 'identity_linked' }]);
    const elsewhere = new Browser(server);
    await elsewhere.signIn();
    expect(await elsewhere.me()).toMatchObject({ userId: ada.userId });
    const root = await firstAdmin(server);
    const { signIn: ways } = (await root.get(`/v1/admin/people/${ada.userId}`)).body.item;
    expect(ways).toEqual({ password: true, passkeys: 0, providers: ['corp'] });
    const [row] = (await root.get('/v1/admin/audit?action=identity.linked')).body.items;
    expect(row).toMatchObject({ actor: { id: ada.userId }, target: { type: 'identity', id } });
  });

  it('needs a fresh session of this site', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
    const body = JSON.stringify({ providerId: 'corp' });
    const foreign = await ada.send('POST', '/v1/session/identities', { headers, body });
    expectRefusal(foreign, 403, 'cross_site_request');
    await server.clock.leap(11 * 60_000);
    expectRefusal(await ada.post('/v1/session/identities', { providerId: 'corp' }), 403, 'recent_sign_in_required');
    const { token } = (await ada.post('/v1/tokens', { name: 'x' })).body;
    const byToken = { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body };
    const answer = await new Browser(server).open('/v1/session/identities', { method: 'POST', ...byToken });
    expectRefusal(answer, 403, 'session_required');
    const { status } = await ada.post('/v1/session/identities', { providerId: 'corp', password: ada.password });
    expect(status).toBe(201);
  });

  it('ends in the session that asked for it, and nowhere else', async () => {
    const callback = await ask();
    const other = new Browser(server);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    other.become(await signIn(server, ada));
    expect((await other.open(callback)).location).toBe('/sign-in?error=state_invalid');
    const id = await hold();
    const again = await signIn(server, ada);
    const ben = await signUp(server);
    for (const person of [again, ben]) {
      expectRefusal(await person.get(`/v1/session/identities/${id}`), 404, 'identity_not_found');
      expectRefusal(await person.post(`/v1/session/identities/${id}/confirm`), 404, 'identity_not_found');
    }
    expect((await confirm(id)).status).toBe(204);
  });

  it('waits for 10 minutes', async () => {
    const id = await hold();
    await server.clock.leap(10 * 60_000);
    expectRefusal(await confirm(id), 404, 'identity_not_found');
  });

  it('refuses an identity of somebody else, also one that was linked meanwhile', async () => {
    const id = await hold();
    const ben = new Browser(server).become(await signUp(server));
    await confirm(await hold(ben), ben);
    expectRefusal(await confirm(id), 409, 'identity_taken');
    expect(await hold()).toBe('/sign-in?error=identity_taken');
    expect(await hold(ben)).toBe('/you/signing-in');
    expect(await linked(ada)).toEqual([]);
  });

  it('links once, of two confirmations at once', async () => {
    const id = await hold();
    const answers = await Promise.all([confirm(id), confirm(id)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await linked(ada)).toHaveLength(1);
    expect((await ada.get('/v1/notices')).body.items).toHaveLength(1);
  });
});

describe('§16 removing an identity', { timeout: 60_000 }, () => {
  it('needs a fresh session, and works once', async () => {
    const id = await hold();
    await confirm(id);
    await server.clock.leap(11 * 60_000);
    expectRefusal(await remove(id), 403, 'recent_sign_in_required');
    expectRefusal(await remove(id, { password: 'wrong horse battery' }), 403, 'password_wrong');
    const ben = await signUp(server);
    expectRefusal(await ben.del(`/v1/session/identities/${id}`), 404, 'identity_not_found');
    expect((await remove(id, { password: ada.password })).status).toBe(204);
    expectRefusal(await remove(id, { password: ada.password }), 404, 'identity_not_found');
    provider.person = { sub: 'sub-ada' };
    const elsewhere = new Browser(server);
    await elsewhere.signIn();
    expect((await elsewhere.me()).userId).not.toBe(ada.userId);
  });

  it('leaves the last way of signing in', async () => {
    const person = new Browser(server);
    await person.signIn();
    const { items } = (await person.open('/v1/session/identities')).body;
    const path = `/v1/session/identities/${items[0].identityId}`;
    expectRefusal(await person.open(path, { method: 'DELETE' }), 409, 'last_sign_in_method');
    provider.person = { sub: 'sub-second' };
    const second = await hold(person);
    await confirm(second, person);
    const paths = [path, `/v1/session/identities/${second}`];
    const answers = await Promise.all(paths.map((one) => person.open(one, { method: 'DELETE' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe('§15 a reset and §14 a recovery', { timeout: 60_000 }, () => {
  const reset = async (root: Person, more: Json) => {
    const { url } = (await root.post(`/v1/admin/people/${ada.userId}/password-reset`)).body.item;
    const password = 'staple of correct batteries';
    const answer = await ada.post('/v1/password-resets/redeem', { token: url.split('#')[1], password, ...more });
    expect(answer.status).toBe(204);
    return signIn(server, { ...ada, password });
  };

  it('end the identities, unless keepSignIn is true', async () => {
    const root = await firstAdmin(server);
    await confirm(await hold());
    expect(await linked(await reset(root, { keepSignIn: true }))).toHaveLength(1);
    expect(await linked(await reset(root, {}))).toEqual([]);
  });

  it('end the identities of who recovers', async () => {
    await confirm(await hold());
    const link = await makeRecoveryLink(server.app, ada.handle);
    const password = 'staple of correct batteries';
    await new Browser(server).post('/v1/setup/recover', { token: link?.split('#')[1], password });
    expect(await linked(await signIn(server, { ...ada, password }))).toEqual([]);
  });
});
