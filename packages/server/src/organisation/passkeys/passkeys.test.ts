import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '@parley/protocol';
import { noPassword } from '../../accounts/users/password.ts';
import { eraseModel } from '../../models/remove-model.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin, tokenOf } from '../../testing/contract/admin.ts';
import { call, type Json } from '../../testing/contract/http.ts';
import { jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { applyEnded } from '../ended/apply-ended.ts';
import { startFakeProvider } from '../oidc/fixtures/fake-provider.ts';
import { Browser, startOidcServer, verifyAddress } from '../oidc/fixtures/oidc-server.ts';
import { makeRecoveryLink } from '../recovery/make-recovery-link.ts';
import {
  addPasskey,
  passkeyOf,
  publicUrl,
  sendAssertion,
  signInByPasskey,
  signInOptions,
  tryPasskey,
} from './fixtures/passkey-owner.ts';
import { SoftAuthenticator } from './fixtures/soft-authenticator.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_BASE_URL: publicUrl });
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

const passkeysOf = async (person: Person): Promise<Json[]> => (await person.get('/v1/passkeys')).body.items;
const remove = (person: Person, id: string, body: Json = {}) =>
  person.send('DELETE', `/v1/passkeys/${id}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const forgetPassword = ({ userId }: Person, { app } = server) =>
  sql`update users set password_hash = ${noPassword} where user_id = ${userId}`.execute(app.storage.db);
const signInCount = async ({ userId }: Person) =>
  (await root.get(`/v1/admin/people/${userId}`)).body.item.signIn.passkeys;

describe('§16 passkeys', { timeout: 60_000 }, () => {
  it('are added with a name, listed, and sign their person in', async () => {
    const ada = await signUp(server);
    const { item: options } = (await ada.post('/v1/passkeys/options')).body;
    expect(options).toEqual({
      rp: { id: 'parley.example', name: 'Parley' },
      user: { id: Buffer.from(ada.userId).toString('base64url'), name: ada.handle, displayName: ada.displayName },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    const authenticator = new SoftAuthenticator(publicUrl);
    const body = { response: authenticator.create(options), name: 'Laptop' };
    const added = await ada.post('/v1/passkeys', body);
    expect([added.status, added.body.item]).toEqual([
      201,
      { passkeyId: expect.stringMatching(/^psk_/), name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const { passkeyId } = added.body.item;
    expect(await passkeysOf(ada)).toEqual([added.body.item]);
    expect(await signInCount(ada)).toBe(1);

    expect(await signInOptions(server)).toEqual({
      rpId: 'parley.example',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: 'required',
    });
    const again = await signInByPasskey(server, authenticator);
    expect((await again.get('/v1/session')).body.item).toMatchObject({ userId: ada.userId, handle: ada.handle });
    expect((await passkeysOf(ada))[0].lastUsedAt).toEqual(expect.any(String));

    expect((await remove(again, passkeyId)).status).toBe(204);
    expect(await passkeysOf(ada)).toEqual([]);
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
    const rows: Json[] = (await root.get(`/v1/admin/audit?actor=${ada.userId}`)).body.items;
    expect(rows.map(({ action, target, details }) => [action, target.id, details])).toEqual([
      ['passkey.deleted', passkeyId, {}],
      ['session.opened', ada.userId, { passkeyId }],
      ['passkey.added', passkeyId, {}],
      ['user.signed_up', ada.userId, {}],
    ]);
    expect((await ada.get('/v1/notices')).body.items).toMatchObject([{ kind: 'identity_linked' }]);
  });

  it('are excluded from the options for another', async () => {
    const ada = await signUp(server);
    const { credentialId } = await passkeyOf(ada);
    const { item } = (await ada.post('/v1/passkeys/options')).body;
    expect(item.excludeCredentials).toEqual([{ type: 'public-key', id: credentialId.toString('base64url') }]);
  });

  it('are at most 20, also of two at once', async () => {
    const ada = await signUp(server);
    for (let n = 1; n < limits.passkeysPerPerson; n += 1) await passkeyOf(ada);
    const answers = await Promise.all([addPasskey(ada), addPasskey(ada)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expectRefusal(await addPasskey(ada), 409, 'too_many_passkeys');
    expect(await passkeysOf(ada)).toHaveLength(20);
  });

  it('need a fresh session to be added and deleted', async () => {
    const ada = await signUp(server);
    await passkeyOf(ada);
    const [{ passkeyId }] = await passkeysOf(ada);
    await server.clock.leap(11 * 60_000);
    const { password } = ada;
    expectRefusal(await ada.post('/v1/passkeys/options'), 403, 'recent_sign_in_required');
    expectRefusal(await ada.post('/v1/passkeys/options', { password: 'wrong' }), 403, 'password_wrong', '/password');
    expect((await ada.post('/v1/passkeys/options', { password })).status).toBe(200);
    expectRefusal(await remove(ada, passkeyId), 403, 'recent_sign_in_required');
    expect((await remove(ada, passkeyId, { password })).status).toBe(204);
  });

  it('are their person’s alone, and not for tokens and other sites', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    await passkeyOf(ada);
    const [{ passkeyId }] = await passkeysOf(ada);
    expect(await passkeysOf(ben)).toEqual([]);
    for (const id of [passkeyId, 'psk_01KAJ9DS6V8X0Z2B4D6F8H0K2N', 'nonsense'])
      expectRefusal(await remove(ben, id), 404, 'passkey_not_found');
    const { token } = (await ada.post('/v1/tokens', { name: 'Script' })).body;
    const authorization = `Bearer ${token}`;
    const bearer = { headers: { authorization } };
    expectRefusal(await call(`${server.baseUrl}/v1/passkeys`, bearer), 403, 'session_required');
    for (const path of ['/v1/passkeys/options', '/v1/session/passkey/options'])
      expectRefusal(await call(`${server.baseUrl}${path}`, { method: 'POST', ...bearer }), 403, 'session_required');
    const origin = 'https://evil.example';
    expectRefusal(await ada.post('/v1/passkeys/options', {}, { origin }), 403, 'cross_site_request');
    expectRefusal(await ada.post('/v1/session/passkey/options', undefined, { origin }), 403, 'cross_site_request');
  });

  it('are deleted once, of two at once', async () => {
    const ada = await signUp(server);
    await passkeyOf(ada);
    const [{ passkeyId }] = await passkeysOf(ada);
    const answers = await Promise.all([remove(ada, passkeyId), remove(ada, passkeyId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  it('the last way of signing in stays, also of two at once', async () => {
    const ada = await signUp(server);
    await passkeyOf(ada);
    await passkeyOf(ada);
    await forgetPassword(ada);
    const ids = (await passkeysOf(ada)).map(({ passkeyId }) => passkeyId);
    const answers = await Promise.all(ids.map((id) => remove(ada, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const [{ passkeyId }] = await passkeysOf(ada);
    expectRefusal(await remove(ada, passkeyId), 409, 'last_sign_in_method');
    expect(await passkeysOf(ada)).toHaveLength(1);
  });

  it('a passkey of a former host name is no way of signing in', async () => {
    const ada = await signUp(server);
    const old = await passkeyOf(ada);
    await sql`update passkeys set rp_id = 'old.example' where user_id = ${ada.userId}`.execute(server.app.storage.db);
    await passkeyOf(ada);
    await forgetPassword(ada);
    expectRefusal(await tryPasskey(server, old), 401, 'sign_in_failed');
    const [{ passkeyId }] = await passkeysOf(ada);
    expectRefusal(await remove(ada, passkeyId), 409, 'last_sign_in_method');
  });

  it('do not come back after a restore of an older backup', async () => {
    const ada = await signUp(server);
    const authenticator = await passkeyOf(ada);
    const [{ passkeyId }] = await passkeysOf(ada);
    await applyEnded(
      server.app,
      [{ kind: 'revoked', id: passkeyId, at: new Date(server.clock.now()).toISOString() }],
      eraseModel,
    );
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
  });
});

describe('§14 a fresh session by a passkey', { timeout: 60_000 }, () => {
  it('counts once, and only if the passkey is the person’s', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const [hers, his] = [await passkeyOf(ada), await passkeyOf(ben)];
    await server.clock.leap(11 * 60_000);
    const proof = async (of: SoftAuthenticator) => ({ passkey: of.get(await signInOptions(server)) });
    const other = await proof(his);
    expectRefusal(await ada.post('/v1/passkeys/options', other), 403, 'password_wrong', '/passkey');
    const own = await proof(hers);
    expect((await ada.post('/v1/passkeys/options', own)).status).toBe(200);
    expectRefusal(await ada.post('/v1/passkeys/options', own), 403, 'password_wrong', '/passkey');
    const email = { email: 'ada@parley.example' };
    expectRefusal(await ada.post('/v1/session/email', email), 403, 'recent_sign_in_required');
    expectRefusal(
      await ada.post('/v1/session/email', { ...email, ...(await proof(hers)) }),
      409,
      'mail_not_configured',
    );
  });

  it('opens what an administrator does, and changes nothing by itself', async () => {
    const authenticator = await passkeyOf(await signIn(server, root));
    const admin = await signIn(server, root);
    const ada = await signUp(server);
    await server.clock.leap(11 * 60_000);
    const path = `/v1/admin/people/${ada.userId}`;
    const passkey = authenticator.get(await signInOptions(server));
    expectRefusal(await admin.patch(path, { passkey }), 400, 'malformed_request');
    expectRefusal(await admin.patch('/v1/admin/settings', { passkey }), 400, 'malformed_request');
    expect((await admin.patch(path, { role: 'admin', passkey })).body.item.role).toBe('admin');
    await admin.patch(path, { role: 'member', password: root.password });
  });
});

describe('§16 signing in by a passkey', { timeout: 60_000 }, () => {
  it('is refused to a disabled person as a wrong password is, and works once they are enabled', async () => {
    const ada = await signUp(server);
    const authenticator = await passkeyOf(ada);
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'active' });
    expect((await tryPasskey(server, authenticator)).status).toBe(200);
  });

  it('is refused to an erased person, of whom no passkey stays', async () => {
    const ada = await signUp(server);
    const authenticator = await passkeyOf(ada);
    await ada.post('/v1/passkeys/options');
    expect((await ada.post('/v1/session/erase', { confirm: ada.handle })).status).toBe(202);
    const status = async () => (await root.get(`/v1/admin/people/${ada.userId}`)).body.item.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('erased');
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
    const { rows } = await sql`
      select user_id from passkeys where user_id = ${ada.userId}
      union all select user_id from passkey_challenges where user_id = ${ada.userId}`.execute(server.app.storage.db);
    expect(rows).toEqual([]);
  });

  it('links the identity that waits for this browser, which can go while the passkey stays', async () => {
    const provider = await startFakeProvider();
    const started = await startOidcServer(provider.issuer);
    provider.now = started.clock.now;
    const local = { ...started, baseUrl: started.baseUrl.replace('127.0.0.1', 'localhost') };
    const ada = await signUp(local);
    await verifyAddress(started, ada, 'ada@corp.example');
    const authenticator = await passkeyOf(ada, local.baseUrl);
    const browser = new Browser(local);
    expect(await browser.signIn()).toBe('/sign-in');
    const { item } = (await browser.post('/v1/session/passkey/options')).body;
    expect((await browser.post('/v1/session/passkey', { response: authenticator.get(item) })).status).toBe(200);
    const [identity] = (await ada.get('/v1/session/identities')).body.items;
    expect(identity).toMatchObject({ providerId: 'corp' });
    await forgetPassword(ada, started);
    expect((await ada.del(`/v1/session/identities/${identity.identityId}`)).status).toBe(204);
    const [{ passkeyId }] = await passkeysOf(ada);
    expectRefusal(await remove(ada, passkeyId), 409, 'last_sign_in_method');
    await started.stop();
    await provider.close();
  });
});

describe('§15 a new password by a link', { timeout: 60_000 }, () => {
  const password = 'staple of correct batteries';
  const redeem = async ({ userId }: Person, more: Json) => {
    const { item } = (await (await signIn(server, root)).post(`/v1/admin/people/${userId}/password-reset`)).body;
    const body = { token: tokenOf(item.url), password, ...more };
    return call(`${server.baseUrl}/v1/password-resets/redeem`, jsonInit('POST', body));
  };

  it('ends all passkeys, unless the person keeps their ways of signing in', async () => {
    const ada = await signUp(server);
    const authenticator = await passkeyOf(ada);
    expect((await redeem(ada, { keepSignIn: true })).status).toBe(204);
    expect((await tryPasskey(server, authenticator)).status).toBe(200);
    expect((await redeem(ada, {})).status).toBe(204);
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
    expect(await signInCount(ada)).toBe(0);
  });

  it('§14 recovery ends all passkeys', async () => {
    const ada = await signUp(server);
    const authenticator = await passkeyOf(ada);
    const token = tokenOf(await makeRecoveryLink(server.app, ada.handle));
    const recovered = await call(`${server.baseUrl}/v1/setup/recover`, jsonInit('POST', { token, password }));
    expect(recovered.status).toBe(200);
    expectRefusal(await tryPasskey(server, authenticator), 401, 'sign_in_failed');
  });
});

describe('§16 where a server has passkeys', { timeout: 60_000 }, () => {
  const kindsAt = async (baseUrl: string): Promise<string[]> =>
    (await call(`${baseUrl}/v1/sign-in-methods`)).body.items.map(({ kind }: Json) => kind);

  it('is a host name with https, and without a public URL localhost alone', async () => {
    expect(await kindsAt(server.baseUrl)).toEqual(['password', 'passkey']);
    const alone = await startTestServer();
    const local = { ...alone, baseUrl: alone.baseUrl.replace('127.0.0.1', 'localhost') };
    expect(await kindsAt(local.baseUrl)).toEqual(['password', 'passkey']);
    expect(await kindsAt(alone.baseUrl)).toEqual(['password']);
    const ada = await signUp(local);
    const authenticator = await passkeyOf(ada, local.baseUrl);
    expect((await signInByPasskey(local, authenticator)).userId).toBe(ada.userId);
    await alone.stop();
  });

  it.each(['http://192.0.2.1:8484', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://parley.example'])(
    'is not %s, which the calls say clearly',
    async (baseUrl) => {
      const other = await startTestServer({ PARLEY_BASE_URL: baseUrl });
      expect(await kindsAt(other.baseUrl)).toEqual(['password']);
      const ada = await signUp(other);
      const authenticator = new SoftAuthenticator(baseUrl);
      const creation = { challenge: 'x', rp: { id: '192.0.2.1' }, user: { id: 'x' } };
      const answers = [
        await ada.post('/v1/passkeys/options'),
        await ada.post('/v1/passkeys', { response: authenticator.create(creation), name: 'Laptop' }),
        await ada.post('/v1/session/passkey/options'),
        await sendAssertion(other, authenticator.get({ challenge: 'x', rpId: '192.0.2.1' })),
      ];
      for (const answer of answers) expectRefusal(answer, 409, 'passkeys_unavailable');
      expect(await passkeysOf(ada)).toEqual([]);
      await other.stop();
    },
  );
});
