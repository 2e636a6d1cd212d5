import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { Browser, startOidcServer } from './fixtures/oidc-server.ts';
import { openRealProvider, type RealProvider } from './fixtures/real-provider.ts';

let provider: RealProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await openRealProvider();
  server = await startOidcServer(provider.issuer, {
    scopes: ['profile', 'email', 'groups'],
    groups_claim: 'groups',
    admin_groups: ['ops'],
  });
  provider.serve(`${server.baseUrl}/v1/oidc/corp/callback`, {
    email: 'grace@corp.example',
    email_verified: true,
    name: 'Grace H',
    preferred_username: 'grace',
    groups: ['ops'],
  });
}, 60_000);
afterAll(async () => {
  await server.stop();
  provider.close();
});

it('§16 signs in by a provider that others have written', { timeout: 60_000 }, async () => {
  const browser = new Browser(server);
  const { location } = await browser.open('/v1/oidc/corp/start?returnTo=/inbox');
  expect((await browser.open(await provider.pass(location, 'grace'))).location).toBe('/inbox');
  expect(await browser.me()).toMatchObject({
    handle: 'grace',
    displayName: 'Grace H',
    emailVerified: true,
    role: 'admin',
  });
});
