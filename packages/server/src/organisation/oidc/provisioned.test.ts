import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import type { Json } from '../../testing/contract/http.ts';
import { directoryOf, oktaUser, scimToken } from '../scim/fixtures/directory.ts';
import { startFakeProvider, type FakeProvider } from './fixtures/fake-provider.ts';
import { Browser, startOidcServer } from './fixtures/oidc-server.ts';

let provider: FakeProvider;
let server: TestServer;
beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(async () => {
  await server.stop();
  await provider.close();
});

/** A server with a directory, and a person of it who comes by the provider with the same verified address. */
async function start(more: Json = {}, env: Record<string, string> = passwordsOff) {
  server = await startOidcServer(provider.issuer, more, {
    PARLEY_SCIM_TOKEN: scimToken,
    PARLEY_SIGNUP: 'closed',
    ...env,
  });
  provider.now = server.clock.now;
  const made = await directoryOf(server).send('POST', '/Users', oktaUser('ada@corp.example', 'Ada', 'L', '00u1'));
  expect(made.status).toBe(201);
  provider.person = { sub: 'sub-ada', preferred_username: 'ada', email: 'ada@corp.example', email_verified: true };
  return { userId: made.body.id, browser: new Browser(server) };
}

const domain = { email_domains: ['corp.example'] };
const passwordsOff = { PARLEY_PASSWORD_SIGN_IN: 'off' };

describe('§16 a person whom a directory made, while people sign in by password', { timeout: 60_000 }, () => {
  it('is linked by the provider only once they signed in to their account', async () => {
    const { userId, browser } = await start(domain, { PARLEY_SIGNUP: 'open' });
    const root = await firstAdmin(server);
    expect(await browser.signIn('?returnTo=/agents')).toBe('/sign-in');
    expect((await browser.open('/v1/session')).status).toBe(401);
    const { url } = (await root.post(`/v1/admin/people/${userId}/password-reset`)).body.item;
    const password = 'correct horse battery';
    const redeemed = await browser.post('/v1/password-resets/redeem', { token: url.split('#')[1], password });
    expect(redeemed.status).toBe(204);
    expect(await browser.signIn()).toBe('/sign-in');
    expect((await browser.post('/v1/session', { handle: 'ada', password })).status).toBe(200);
    const elsewhere = new Browser(server);
    expect(await elsewhere.signIn('?returnTo=/agents')).toBe('/agents');
    expect((await elsewhere.me()).userId).toBe(userId);
  });
});

describe('§16 a person whom a directory made, where passwords are off', { timeout: 60_000 }, () => {
  it('signs in by the provider of their domain, and then by this identity alone', async () => {
    const { userId, browser } = await start(domain);
    expect(await browser.signIn('?returnTo=/agents')).toBe('/agents');
    expect((await browser.me()).userId).toBe(userId);
    provider.person = { sub: 'sub-eve', email: 'ada@corp.example', email_verified: true };
    const eve = new Browser(server);
    expect(await eve.signIn()).toBe('/sign-in');
    expect((await eve.open('/v1/session')).status).toBe(401);
  });

  it.each([
    ['without the domain in the settings of the provider', {}, true],
    ['with an address that the provider has not verified', domain, false],
  ])('does not, %s', async (_, more, isVerified) => {
    const { browser } = await start(more);
    provider.person = { sub: 'sub-ada', email: 'ada@corp.example', email_verified: isVerified };
    await browser.signIn();
    expect((await browser.open('/v1/session')).status).toBe(401);
  });

  it('does not once they are an administrator, or disabled', async () => {
    const { userId, browser } = await start(domain, { PARLEY_SIGNUP: 'open' });
    const root = await firstAdmin(server);
    await root.patch('/v1/admin/settings', { passwordSignIn: 'off' });
    await root.patch(`/v1/admin/people/${userId}`, { role: 'admin' });
    expect(await browser.signIn()).toBe('/sign-in?error=email_taken');
    await root.patch(`/v1/admin/people/${userId}`, { role: 'member', status: 'disabled' });
    expect(await new Browser(server).signIn()).toBe('/sign-in?error=account_disabled');
  });
});
