import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider as RealProvider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { call } from '../../testing/contract/http.ts';
import { clientId, clientSecret } from './fixtures/fake-provider.ts';
import { Browser, startOidcServer } from './fixtures/oidc-server.ts';

let http: Server;
let issuer: string;
let server: TestServer;

beforeAll(async () => {
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  server = await startOidcServer(issuer, {
    scopes: ['profile', 'email', 'groups'],
    groups_claim: 'groups',
    admin_groups: ['ops'],
  });
  const real = new RealProvider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [`${server.baseUrl}/v1/oidc/corp/callback`] },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        email: 'grace@corp.example',
        email_verified: true,
        name: 'Grace H',
        preferred_username: 'grace',
        groups: ['ops'],
      }),
    }),
    pkce: { required: () => true },
  });
  http.on('request', (request, response) => void real.callback()(request, response));
}, 60_000);
afterAll(async () => {
  await server.stop();
  http.closeAllConnections();
  http.close();
});

/** Fills in the forms of the provider, and returns the callback that it sends the browser to. */
async function passProvider(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let where = start;
  for (let step = 0; step < 12; step++) {
    const isForm = where.includes('/interaction/');
    const prompt = cookies.has('at login') ? 'consent' : 'login';
    const body = new URLSearchParams({ prompt, login: 'grace', password: 'anything' });
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(where, isForm ? { method: 'POST', body, headers: { cookie } } : { headers: { cookie } });
    if (isForm) cookies.set('at login', '1');
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    where = new URL(answer.headers.get('location') ?? '', where).href;
    if (where.startsWith(server.baseUrl)) return where;
  }
  throw new Error('The provider does not come to an end.');
}

it('§16 signs in by a provider that others have written', { timeout: 60_000 }, async () => {
  const browser = new Browser(server);
  const { location } = await browser.open('/v1/oidc/corp/start?returnTo=/inbox');
  expect((await browser.open(await passProvider(location))).location).toBe('/inbox');
  expect(await browser.me()).toMatchObject({
    handle: 'grace',
    displayName: 'Grace H',
    emailVerified: true,
    role: 'admin',
  });
});
