import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/app.ts';
import { call } from '../../testing/contract/http.ts';
import { cookieOf, jsonInit, personWith, signUp, type Person } from '../../testing/contract/person.ts';
import { hasGlewlwyd, startGlewlwyd, type Glewlwyd } from './fixtures/glewlwyd.ts';
import { Browser, startOidcServer, verifyAddress } from './fixtures/oidc-server.ts';

if (!hasGlewlwyd)
  process.stderr.write('SKIPPED: no trial with the provider Glewlwyd. To run it: apt-get install glewlwyd sqlite3\n');

describe.skipIf(!hasGlewlwyd)('§16 the provider Glewlwyd', { timeout: 60_000 }, () => {
  let provider: Glewlwyd;
  let server: TestServer;
  let root: Person;
  const corp = { isEmailVerified: true, groups: ['staff'] };
  const accounts = [
    { ...corp, username: 'grace', name: 'Grace H', email: 'grace@corp.example', groups: ['staff', 'ops'] },
    { ...corp, username: 'henry', name: 'Henry', email: 'henry@corp.example' },
    { ...corp, username: 'mallory', name: 'Mallory', email: 'mallory@corp.example', groups: ['guests'] },
    { ...corp, username: 'ida', name: 'Ida', email: 'ida@corp.example' },
    { ...corp, username: 'ivan', name: 'Ivan', email: 'ida@else.example', isEmailVerified: false },
    { ...corp, username: 'olga', name: 'Olga', email: 'olga@home.example' },
  ];

  beforeAll(async () => {
    provider = await startGlewlwyd();
    server = await startOidcServer(
      provider.issuer,
      {
        scopes: ['openid'],
        email_domains: ['corp.example'],
        groups_claim: 'groups',
        required_groups: ['staff'],
        admin_groups: ['ops'],
      },
      { PARLEY_SIGNUP: 'invite' },
    );
    await provider.serve(`${server.baseUrl}/v1/oidc/corp/callback`, accounts);
    const about = { handle: 'agatha', displayName: 'Agatha', password: 'a long enough password' };
    const token = server.setupUrl?.split('#')[1];
    const answer = await call(`${server.baseUrl}/v1/setup`, jsonInit('POST', { ...about, token }));
    root = personWith(server, cookieOf(answer), { ...about, ...answer.body.item });
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    await provider?.stop();
  });

  /** Signs in as this account. Returns where the browser ends, and the browser. */
  async function signInAs(username: string, browser = new Browser(server)) {
    const { location } = await browser.open('/v1/oidc/corp/start?returnTo=/inbox');
    const back = await provider.pass(location, username);
    return { browser, location: (await browser.open(back)).location, back };
  }

  it('signs in a person of the company, whose group makes them an administrator', async () => {
    const { browser, location, back } = await signInAs('grace');
    expect(location).toBe('/inbox');
    const me = {
      handle: 'grace',
      displayName: 'Grace H',
      email: 'grace@corp.example',
      emailVerified: true,
      role: 'admin',
    };
    expect(await browser.me()).toMatchObject(me);
    const { userId } = await browser.me();
    expect((await root.get(`/v1/admin/people/${userId}`)).body.item).toMatchObject({
      roleSource: 'oidc:corp',
      signIn: { password: false, providers: ['corp'] },
    });
    // The same person again, and the same answer of the provider not again.
    expect((await (await signInAs('grace')).browser.me()).userId).toBe(userId);
    expect((await browser.open(back)).location).toBe('/sign-in?error=state_invalid');
  });

  it('refuses who is in no demanded group, has no verified address, or is of another domain', async () => {
    for (const [username, error] of [
      ['mallory', 'group_required'],
      ['ivan', 'signup_closed'],
      ['olga', 'signup_closed'],
    ] as const) {
      const { browser, location } = await signInAs(username);
      expect([username, location]).toEqual([username, `/sign-in?error=${error}`]);
      expect(await browser.me()).toBeNull();
    }
  });

  it('is linked to an existing person by their session, and by an address that both have verified', async () => {
    const ada = await invited('Ada');
    const browser = new Browser(server).become(ada);
    const { body } = await browser.post('/v1/session/identities', { providerId: 'corp' });
    const back = await provider.pass(body.item.url, 'henry');
    const id = (await browser.open(back)).location.split('=')[1];
    expect((await browser.post(`/v1/session/identities/${id}/confirm`)).status).toBe(204);
    expect(await (await signInAs('henry')).browser.me()).toMatchObject({ userId: ada.userId });

    const ida = await invited('Ida');
    await verifyAddress(server, ida, 'ida@corp.example');
    const { browser: another, location } = await signInAs('ida');
    expect(location).toMatch(/^\/sign-in/);
    expect(await another.me()).toBeNull();
    const { handle, password } = ida;
    expect((await another.post('/v1/session', { handle, password })).status).toBe(200);
    expect(await (await signInAs('ida')).browser.me()).toMatchObject({ userId: ida.userId });
  });

  async function invited(displayName: string): Promise<Person> {
    const { url } = (await root.post('/v1/admin/invitations', {})).body;
    return signUp(server, { displayName, invitation: url.split('#')[1] });
  }
});
