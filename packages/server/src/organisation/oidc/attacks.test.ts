import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { startTestServer } from '../../testing/app.ts';
import { signUp } from '../../testing/contract/person.ts';
import { startFakeProvider, type FakeProvider } from './fixtures/fake-provider.ts';
import { Browser, corp, oidcEnv } from './fixtures/oidc-server.ts';

let provider: FakeProvider;
let other: FakeProvider;
let server: TestServer;
let browser: Browser;
beforeEach(async () => {
  provider = await startFakeProvider();
  other = await startFakeProvider();
  const entries = [corp(provider.issuer), corp(other.issuer, { id: 'other', name: 'Other' })];
  server = await startTestServer(await oidcEnv(...entries));
  provider.now = other.now = server.clock.now;
  browser = new Browser(server);
});
afterEach(async () => {
  await server.stop();
  await provider.close();
  await other.close();
});

/** Expects that a callback signs nobody in. */
async function expectRefused(callback: string, error: string, by = browser): Promise<void> {
  const { status, location } = await by.open(callback);
  expect({ status, location }).toEqual({ status: 303, location: `/sign-in?error=${error}` });
  expect(await by.me()).toBeNull();
}

describe('§16 a callback is refused', { timeout: 60_000 }, () => {
  it('with a replayed state, also of a code that failed', async () => {
    const callback = await browser.fetchCallback();
    expect((await browser.open(callback)).location).toBe('/');
    browser.cookies.clear();
    await expectRefused(callback, 'state_invalid');
  });

  it('with a replayed state, by a browser that kept its cookie', async () => {
    const callback = await browser.fetchCallback();
    const kept = new Browser(server);
    for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
    await browser.open(callback);
    await expectRefused(callback, 'state_invalid', kept);
    expect(provider.asked.get('/token')).toBe(1);
  });

  it('the second time, of two at once', async () => {
    const callback = await browser.fetchCallback();
    const twin = new Browser(server);
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    const locations = (await Promise.all([browser.open(callback), twin.open(callback)])).map(
      ({ location }) => location,
    );
    expect(locations.sort()).toEqual(['/', '/sign-in?error=state_invalid']);
  });

  it('with the state of another browser, without one, or with a foreign cookie', async () => {
    const callback = await browser.fetchCallback();
    const stranger = new Browser(server);
    await stranger.fetchCallback();
    await expectRefused(callback, 'state_invalid', stranger);
    const [mine] = [...browser.cookies.keys()];
    stranger.cookies.set(mine ?? '', [...stranger.cookies.values()][0] ?? '');
    await expectRefused(callback, 'state_invalid', stranger);
    await expectRefused('/v1/oidc/corp/callback?code=x', 'state_invalid', stranger);
    expect(provider.asked.has('/token')).toBe(false);
  });

  it('after 10 minutes', async () => {
    const callback = await browser.fetchCallback();
    await server.clock.leap(10 * 60_000);
    await expectRefused(callback, 'state_invalid');
  });

  it('at another provider than the one it was begun at (issuer mix-up)', async () => {
    const callback = await browser.fetchCallback();
    await expectRefused(callback.replace('/oidc/corp/', '/oidc/other/'), 'state_invalid');
    expect(other.asked.has('/token')).toBe(false);
  });

  it('from another issuer, or from none', async () => {
    provider.answer = (answer) => answer.set('iss', other.issuer);
    await expectRefused(await browser.fetchCallback(), 'provider_error');
    provider.answer = (answer) => answer.delete('iss');
    await expectRefused(await browser.fetchCallback(), 'provider_error');
    expect(provider.asked.has('/token')).toBe(false);
  });

  it.each([
    ['of a foreign audience', { aud: 'somebody-else' }],
    ['of several audiences without an authorized party', { aud: ['parley', 'somebody-else'], azp: 'somebody-else' }],
    ['with a wrong nonce', { nonce: 'wrong' }],
    ['without a nonce', { nonce: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['whose time is over', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['without a subject', { sub: undefined }],
    ['with an endless subject', { sub: 'x'.repeat(256) }],
  ])('for an ID token %s', async (_name, changed) => {
    provider.claims = (claims) => ({ ...claims, ...changed });
    await expectRefused(await browser.fetchCallback(), 'provider_error');
  });

  it('for a signature of another key', async () => {
    provider.isForging = true;
    await expectRefused(await browser.fetchCallback(), 'provider_error');
  });

  it('with a code whose time is over, or one of another sign-in', async () => {
    const callback = await browser.fetchCallback();
    provider.expireCodes();
    await expectRefused(callback, 'provider_error');
    const [mine, foreign] = [
      new URL(await browser.fetchCallback()),
      new URL(await new Browser(server).fetchCallback()),
    ];
    mine.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    await expectRefused(mine.href, 'provider_error');
  });

  it('that says that the person was refused at the provider', async () => {
    provider.answer = (answer) => {
      answer.delete('code');
      answer.set('error', 'access_denied');
    };
    await expectRefused(await browser.fetchCallback(), 'provider_error');
  });

  it('with a userinfo of another subject', async () => {
    provider.person = { sub: 'sub-ada' };
    provider.userInfo = { sub: 'sub-eve', email: 'eve@corp.example' };
    await expectRefused(await browser.fetchCallback(), 'provider_error');
  });
});

describe('§16 a provider that misbehaves', { timeout: 60_000 }, () => {
  const begin = async () => (await browser.open('/v1/oidc/corp/start')).location;
  const fault = '/sign-in?error=provider_error';

  it('by naming another issuer than the file is not used', async () => {
    provider.metadata = (metadata) => ({ ...metadata, issuer: other.issuer });
    expect(await begin()).toBe(fault);
    provider.metadata = (metadata) => metadata;
    expect(await begin()).toMatch(/^http/);
  });

  it('by changing its issuer later signs nobody in', async () => {
    await browser.fetchCallback();
    provider.metadata = (metadata) => ({ ...metadata, issuer: other.issuer });
    provider.claims = (claims) => ({ ...claims, iss: other.issuer });
    await expectRefused(await browser.fetchCallback(), 'provider_error');
    await server.clock.leap(11 * 60_000);
    expect(await begin()).toBe(fault);
  });

  it('by an endless answer or a redirect is given up', async () => {
    provider.instead = (path, response) => {
      if (path !== '/.well-known/openid-configuration') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('"'.padEnd(2 * 1024 * 1024));
      return true;
    };
    expect(await begin()).toBe(fault);
    provider.instead = (_path, response) => {
      response.writeHead(302, { location: `${other.issuer}/.well-known/openid-configuration` }).end();
      return true;
    };
    expect(await begin()).toBe(fault);
    expect(other.asked.size).toBe(0);
  });

  it('leaves sign-in by password alone', async () => {
    await provider.close();
    expect(await begin()).toBe(fault);
    const ada = await signUp(server);
    expect((await browser.post('/v1/session', { handle: ada.handle, password: ada.password })).status).toBe(200);
    provider = await startFakeProvider();
  });

  it('keeps no more than a few sign-ins under way in one browser', async () => {
    for (let i = 0; i < 8; i++) await begin();
    expect(browser.cookies.size).toBeLessThanOrEqual(5);
  });
});
