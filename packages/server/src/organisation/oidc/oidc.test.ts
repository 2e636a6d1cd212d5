import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@parley/protocol';
import { setRole } from '../../accounts/users/account-queries.ts';
import type { TestServer } from '../../testing/app.ts';
import { firstAdmin, tokenOf } from '../../testing/contract/admin.ts';
import { costMaxMs, costOf } from '../../testing/contract/cpu-cost.ts';
import { call, type Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { startFakeProvider, type FakeProvider } from './fixtures/fake-provider.ts';
import { Browser, startOidcServer, verifyAddress } from './fixtures/oidc-server.ts';

let provider: FakeProvider;
let server: TestServer;
beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(async () => {
  await server.stop();
  await provider.close();
});

async function start(more: Json = {}, env: Record<string, string> = {}): Promise<Browser> {
  server = await startOidcServer(provider.issuer, more, env);
  provider.now = server.clock.now;
  return new Browser(server);
}

/** Returns the person behind a browser, as an administrator sees them. */
async function adminView(root: Person, browser: Browser): Promise<Json> {
  return (await root.get(`/v1/admin/people/${(await browser.me()).userId}`)).body.item;
}

describe('§16 signing in by a provider', { timeout: 60_000 }, () => {
  it('is offered beside the password', async () => {
    await start();
    expect((await call(`${server.baseUrl}/v1/sign-in-methods`)).body.items).toEqual([
      { id: 'password', kind: 'password', name: 'Password' },
      { id: 'corp', kind: 'oidc', name: 'Example Corp' },
    ]);
  });

  it('begins with PKCE, a state and a nonce, and one encrypted cookie for each state', async () => {
    const browser = await start();
    const { status, location } = await browser.open('/v1/oidc/corp/start');
    expect(status).toBe(302);
    const { searchParams: sent } = new URL(location);
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('redirect_uri')).toBe(`${server.baseUrl}/v1/oidc/corp/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)).toMatch(/^[\w-]{43}$/);
    await browser.open('/v1/oidc/corp/start');
    expect(browser.cookies.size).toBe(2);
    for (const value of browser.cookies.values()) {
      expect(value).not.toContain(sent.get('state'));
      expect(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('nonce');
    }
  });

  it('makes a new person, who is known again by issuer and subject alone', async () => {
    const browser = await start();
    expect(await browser.signIn('?returnTo=/agents?x=1')).toBe('/agents?x=1');
    const me = await browser.me();
    expect(me).toMatchObject({ handle: 'ada', displayName: 'Ada L', email: 'ada@corp.example', emailVerified: true });
    provider.person = { sub: 'sub-ada', preferred_username: 'other', email: 'new@corp.example', email_verified: true };
    const again = new Browser(server);
    await again.signIn();
    expect(await again.me()).toMatchObject({ userId: me.userId, handle: 'ada', email: 'ada@corp.example' });
    provider.person = { sub: 'sub-eve', preferred_username: 'ada', name: 'Ada L' };
    const eve = new Browser(server);
    await eve.signIn();
    expect(await eve.me()).toMatchObject({ handle: 'ada-2', email: null });
  });

  it('§27 reads no more of a long name than of a short one', async () => {
    await start();
    let people = 0;
    const signUp = async (text: string) => {
      provider.person = { sub: `sub-${people++}`, preferred_username: text, name: text };
      const browser = new Browser(server);
      await browser.signIn();
      return { status: (await browser.me()).handle === undefined ? 500 : 200 };
    };
    const marks = 'e' + '\u0300\u0316\u0327\u0591'.repeat(12_000);
    expect(await costOf(signUp, marks, 'a'.repeat(marks.length))).toBeLessThan(costMaxMs);
  });

  it('tells the app of a new person alone, so that it leads them into a first conversation', async () => {
    const browser = await start();
    await browser.signIn();
    expect(browser.cookies.get('parley_start')).toBe('first');
    const again = new Browser(server);
    await again.signIn();
    expect(again.cookies.has('parley_start')).toBe(false);
  });

  it('takes the language and the time zone of a new person from the provider, else the language of the browser', async () => {
    const browser = await start();
    provider.person = { sub: 'sub-ada', preferred_username: 'ada', locale: 'de_CH', zoneinfo: 'Europe/Zurich' };
    await browser.signIn();
    expect(await browser.me()).toMatchObject({ locale: 'de-CH', timezone: 'Europe/Zurich' });
    provider.person = { sub: 'sub-eve', preferred_username: 'eve', locale: '*', zoneinfo: 'Moon/Tycho' };
    const eve = new Browser(server);
    const headers = { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' };
    await eve.open(await eve.fetchCallback(), { headers });
    expect(await eve.me()).toMatchObject({ locale: 'fr-CH', timezone: 'UTC' });
  });

  it.each([
    ['its name in the name', { preferred_username: 'eve', name: 'Parley Support' }, 'eve', 'eve'],
    ['its name in letters that look alike', { preferred_username: 'eve', name: 'Рarlеy' }, 'eve', 'eve'],
    ['a reserved user name', { preferred_username: 'support', name: 'Eve' }, 'eve', 'Eve'],
    ['its name as both', { preferred_username: 'parley', name: 'Platform' }, 'person', 'person'],
  ])('§27 gives nobody a name that passes for the platform: %s', async (_what, claims, handle, displayName) => {
    const browser = await start();
    provider.person = { sub: 'sub-eve', ...claims };
    await browser.signIn();
    expect(await browser.me()).toMatchObject({ handle, displayName });
  });

  it('signs nobody in by the password that such a person does not have', async () => {
    const browser = await start();
    await browser.signIn();
    for (const password of ['', 'correct horse battery'])
      expectRefusal(await browser.post('/v1/session', { handle: 'ada', password }), 401, 'sign_in_failed');
  });

  it('reads what the ID token lacks from the userinfo', async () => {
    provider.person = { sub: 'sub-ada' };
    provider.userInfo = { preferred_username: 'lovelace', email: 'ada@corp.example', email_verified: true };
    const browser = await start();
    await browser.signIn();
    expect(await browser.me()).toMatchObject({ handle: 'lovelace', emailVerified: true });
  });

  it('counts as fresh, so that a person without a password can do what needs it', async () => {
    const browser = await start();
    await browser.signIn();
    const link = () => browser.post('/v1/session/identities', { providerId: 'corp' });
    expect((await link()).status).toBe(201);
    await server.clock.leap(11 * 60_000);
    expectRefusal(await link(), 403, 'recent_sign_in_required');
    await browser.signIn();
    expect((await link()).status).toBe(201);
  });

  it('leaves rows in the audit log', async () => {
    const browser = await start();
    const root = await firstAdmin(server);
    await browser.signIn();
    const { userId } = await browser.me();
    const rows: Json[] = (await root.get(`/v1/admin/audit?actor=${userId}`)).body.items;
    expect(rows.map(({ action, details }) => [action, details])).toEqual([
      ['session.opened', { providerId: 'corp' }],
      ['identity.linked', { providerId: 'corp' }],
      ['user.signed_up', { providerId: 'corp' }],
    ]);
    expect(await adminView(root, browser)).toMatchObject({
      signIn: { password: false, passkeys: 0, providers: ['corp'] },
    });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '',
    'x',
  ])('returns to paths of this server alone, not to %j', async (returnTo) => {
    const browser = await start();
    expect(await browser.signIn(`?returnTo=${encodeURIComponent(returnTo)}`)).toBe('/');
    expect(await browser.me()).not.toBeNull();
  });

  it('is 404 for an unknown provider', async () => {
    const browser = await start();
    expectRefusal(await browser.open('/v1/oidc/other/start'), 404, 'provider_not_found');
    expectRefusal(await browser.open('/v1/oidc/other/callback?state=x'), 404, 'provider_not_found');
    const ada = await signUp(server);
    expectRefusal(await ada.post('/v1/session/identities', { providerId: 'other' }), 404, 'provider_not_found');
  });
});

describe('§16 the first time', { timeout: 60_000 }, () => {
  it('is for whom sign-up lets in', async () => {
    const browser = await start({}, { PARLEY_SIGNUP: 'invite' });
    expect(await browser.signIn()).toBe('/sign-in?error=signup_closed');
    expect(await browser.me()).toBeNull();
  });

  it.each(['invite', 'closed'])(
    'is for verified addresses of email_domains, also where sign-up is %s',
    async (signup) => {
      const browser = await start({ email_domains: ['Corp.example'] }, { PARLEY_SIGNUP: signup });
      provider.person = { ...provider.person, email_verified: false };
      expect(await browser.signIn()).toBe('/sign-in?error=signup_closed');
      provider.person = { ...provider.person, email_verified: 'true' };
      expect(await browser.signIn()).toBe('/sign-in?error=signup_closed');
      provider.person = { ...provider.person, email: 'ada@corp.example.evil.example', email_verified: true };
      expect(await browser.signIn()).toBe('/sign-in?error=signup_closed');
      provider.person = { ...provider.person, email: 'ADA@corp.example' };
      expect(await browser.signIn()).toBe('/');
    },
  );

  it('takes every address where the operator trusts those of the provider', async () => {
    const browser = await start({ email_domains: ['corp.example'], trust_email: true }, { PARLEY_SIGNUP: 'closed' });
    provider.person = { ...provider.person, email_verified: undefined };
    expect(await browser.signIn()).toBe('/');
    expect(await browser.me()).toMatchObject({ emailVerified: true });
  });

  it('takes an invitation, once, with its role', async () => {
    const browser = await start({}, { PARLEY_SIGNUP: '', PARLEY_BASE_URL: '' });
    const root = await firstAdmin(server);
    await root.patch('/v1/admin/settings', { signup: 'invite' });
    const { url } = (await root.post('/v1/admin/invitations', { role: 'admin' })).body;
    const query = `?invitation=${tokenOf(url)}`;
    expect(await browser.signIn('?invitation=wrong')).toBe('/sign-in?error=signup_closed');
    expect(await browser.signIn(query)).toBe('/');
    expect(await browser.me()).toMatchObject({ role: 'admin' });
    provider.person = { sub: 'sub-eve' };
    expect(await new Browser(server).signIn(query)).toBe('/sign-in?error=signup_closed');
  });

  it.each<[string, Json, string]>([
    ['sign-up is open', {}, 'open'],
    ['the provider names the domain', { email_domains: ['corp.example'] }, 'invite'],
  ])('lets in with an invitation that cannot be used whom it would let in without, as %s', async (_, more, signup) => {
    const browser = await start(more, { PARLEY_SIGNUP: '', PARLEY_BASE_URL: '' });
    const root = await firstAdmin(server);
    await root.patch('/v1/admin/settings', { signup });
    const { item, url } = (await root.post('/v1/admin/invitations', { role: 'admin' })).body;
    expect((await root.del(`/v1/admin/invitations/${item.invitationId}`)).status).toBe(204);
    expect(await browser.signIn(`?invitation=${tokenOf(url)}`)).toBe('/');
    expect(await browser.me()).toMatchObject({ handle: 'ada', role: 'member' });
  });

  it('makes one account where a person comes back twice at once', async () => {
    const browser = await start();
    const callbacks = [await browser.fetchCallback(), await browser.fetchCallback()];
    const answers = await Promise.all(callbacks.map((url) => browser.open(url)));
    expect(answers.map(({ location }) => location)).toEqual(['/', '/']);
    const root = await firstAdmin(server);
    expect((await root.get('/v1/admin/people?q=ada')).body.items).toHaveLength(1);
  });
});

describe('§16 disabled people', { timeout: 60_000 }, () => {
  it('are refused, and get no new account by their address', async () => {
    const browser = await start();
    const root = await firstAdmin(server);
    await browser.signIn();
    const { userId } = await browser.me();
    await root.patch(`/v1/admin/people/${userId}`, { status: 'disabled' });
    expect(await browser.signIn()).toBe('/sign-in?error=account_disabled');
    provider.person = { ...provider.person, sub: 'sub-second' };
    expect(await browser.signIn()).toBe('/sign-in?error=account_disabled');
    expect((await root.get('/v1/admin/people')).body.items).toHaveLength(2);
    expect(await browser.me()).toBeNull();
  });
});

describe('§16 groups', { timeout: 60_000 }, () => {
  const groups = { groups_claim: 'groups', admin_groups: ['ops'], required_groups: ['staff', 'ops'] };
  const member = (...names: string[]) => (provider.person = { ...provider.person, groups: names });

  it('are required at each sign-in, and an absent claim counts as none', async () => {
    const browser = await start(groups);
    expect(await browser.signIn()).toBe('/sign-in?error=group_required');
    member('other');
    expect(await browser.signIn()).toBe('/sign-in?error=group_required');
    member('staff');
    expect(await browser.signIn()).toBe('/');
    provider.person = { ...provider.person, groups: { staff: true } };
    expect(await browser.signIn()).toBe('/sign-in?error=group_required');
  });

  it('give the role and take it back, with its tokens', async () => {
    const browser = await start(groups);
    const root = await firstAdmin(server);
    member('ops');
    await browser.signIn();
    expect(await adminView(root, browser)).toMatchObject({ role: 'admin', roleSource: 'oidc:corp' });
    const { token } = (await browser.post('/v1/tokens', { name: 'Watch', admin: true, expiresInDays: 1 })).body;
    const read = () => call(`${server.baseUrl}/v1/admin/people`, { headers: { authorization: `Bearer ${token}` } });
    expect((await read()).status).toBe(200);
    member('staff');
    await browser.signIn();
    expect(await adminView(root, browser)).toMatchObject({ role: 'member', roleSource: 'oidc:corp' });
    expect((await read()).status).toBe(401);
    const kinds = (await root.get('/v1/notices')).body.items.map(({ kind }: Json) => kind);
    expect(kinds).toEqual(['role_changed', 'role_changed']);
  });

  it('take back no role that an administrator gave', async () => {
    const browser = await start(groups);
    const root = await firstAdmin(server);
    member('staff');
    await browser.signIn();
    await root.patch(`/v1/admin/people/${(await browser.me()).userId}`, { role: 'admin' });
    await browser.signIn();
    expect(await adminView(root, browser)).toMatchObject({ role: 'admin', roleSource: 'manual' });
    member('ops');
    await browser.signIn();
    member('staff');
    await browser.signIn();
    expect(await adminView(root, browser)).toMatchObject({ role: 'admin', roleSource: 'manual' });
  });

  it('leave the last administrator their role', async () => {
    const browser = await start(groups);
    member('ops');
    await browser.signIn();
    member('staff');
    await browser.signIn();
    expect(await browser.me()).toMatchObject({ role: 'admin' });
  });

  it('give sessions of at most 12 hours, and shorten those of before', async () => {
    const browser = await start(groups);
    member('staff');
    await browser.signIn();
    const before = new Browser(server);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    member('ops');
    await browser.signIn();
    await server.clock.leap(12 * 3_600_000 - 1_000);
    expect(await browser.me()).not.toBeNull();
    expect(await before.me()).not.toBeNull();
    await server.clock.leap(1_001);
    expect(await browser.me()).toBeNull();
    expect(await before.me()).toBeNull();
  });

  it('leave a session without such a role its 30 days', async () => {
    const browser = await start(groups);
    member('staff');
    await browser.signIn();
    await server.clock.leap(29 * 24 * 3_600_000);
    expect(await browser.me()).not.toBeNull();
  });
});

describe('§16 a person with the same verified address', { timeout: 60_000 }, () => {
  const linked = async (person: Person) => (await person.get('/v1/session/identities')).body.items;

  it('links the identity by signing in to their account in the same browser', async () => {
    const browser = await start();
    const ada = await signUp(server);
    await verifyAddress(server, ada, 'ada@corp.example');
    expect(await browser.signIn()).toBe('/sign-in');
    expect(await browser.me()).toBeNull();
    expect(await linked(ada)).toEqual([]);
    expect((await browser.post('/v1/session', { handle: ada.handle, password: ada.password })).status).toBe(200);
    const [identity] = await linked(ada);
    expect(identity).toMatchObject({ providerId: 'corp', issuer: provider.issuer });
    expect((await ada.get('/v1/notices')).body.items).toMatchObject([{ kind: 'identity_linked', by: ada.userId }]);
    const elsewhere = new Browser(server);
    expect(await elsewhere.signIn()).toBe('/');
    expect(await elsewhere.me()).toMatchObject({ userId: ada.userId });
  });

  it('is not linked in another browser, by another account, after 10 minutes, or once the address is another', async () => {
    const browser = await start();
    const ada = await signUp(server);
    const ben = await signUp(server);
    await verifyAddress(server, ada, 'ada@corp.example');
    const begin = async () => expect(await browser.signIn()).toBe('/sign-in');
    const finish = (who: Person) => browser.post('/v1/session', { handle: who.handle, password: who.password });
    await begin();
    await signIn(server, ada);
    expect(await linked(ada)).toEqual([]);
    await finish(ben);
    expect([...(await linked(ada)), ...(await linked(ben))]).toEqual([]);
    await begin();
    await server.clock.leap(10 * 60_000);
    await finish(ada);
    expect(await linked(ada)).toEqual([]);
    await begin();
    await verifyAddress(server, ada, 'other@corp.example');
    await finish(ada);
    expect(await linked(ada)).toEqual([]);
  });

  it('is never linked so as an administrator', async () => {
    const browser = await start();
    const ada = await signUp(server);
    await verifyAddress(server, ada, 'ada@corp.example');
    expect(await browser.signIn()).toBe('/sign-in');
    await server.app.storage.transaction((tx) => setRole(tx, ada.userId as UserId, 'admin', 'manual'));
    await browser.post('/v1/session', { handle: ada.handle, password: ada.password });
    expect(await linked(ada)).toEqual([]);
    expect(await new Browser(server).signIn()).toBe('/sign-in?error=email_taken');
  });

  it.each([{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }])(
    'is another person to a provider that says %j',
    async (said) => {
      const browser = await start();
      const ada = await signUp(server);
      await verifyAddress(server, ada, 'ada@corp.example');
      provider.person = { ...provider.person, ...said };
      expect(await browser.signIn()).toBe('/');
      expect(await browser.me()).toMatchObject({ email: 'ada@corp.example', emailVerified: false });
      expect((await browser.me()).userId).not.toBe(ada.userId);
    },
  );

  it('whose address is not verified here is another person', async () => {
    const browser = await start();
    const root = await firstAdmin(server);
    const ada = await signUp(server);
    await root.patch(`/v1/admin/people/${ada.userId}`, { email: 'ada@corp.example' });
    expect(await browser.signIn()).toBe('/');
    expect((await browser.me()).userId).not.toBe(ada.userId);
  });
});
