import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@parley/protocol';
import { lockUser } from '../../accounts/users/queries.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin, tokenOf } from '../../testing/contract/admin.ts';
import { call } from '../../testing/contract/http.ts';
import { jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { namedServer } from '../../testing/named-server.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';
import { startMailServer, type MailServer } from '../fixtures/mail-server.ts';

const isServerNamed = ![null, 'none'].includes(namedServer());
let mail: MailServer;
let server: TestServer;
let root: Person;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer(mail.env);
  root = await firstAdmin(server);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const fresh = 'staple of correct batteries';
const send = (path: string, body: unknown) => call(`${server.baseUrl}${path}`, jsonInit('POST', body));
const redeem = (token: string, more: Record<string, unknown> = {}) =>
  send('/v1/password-resets/redeem', { token, password: fresh, ...more });
const linkFor = async ({ userId }: Pick<Person, 'userId'>) => {
  const answer = await root.post(`/v1/admin/people/${userId}/password-reset`);
  expect(answer.status).toBe(201);
  return answer.body.item;
};
const noticesOf = async (person: Person) =>
  (await person.get('/v1/notices')).body.items.map(({ kind, by }: { kind: string; by: string }) => [kind, by]);
/** Verifies an address of a person by the link that is mailed there. */
const verifyAddress = async (person: Person, email: string) => {
  expect((await person.post('/v1/session/email', { email })).status).toBe(202);
  const token = await tokenTo(email, 'verify');
  expect((await person.post('/v1/session/email/verify', { token })).status).toBe(204);
};
const mailsTo = (email: string) => mail.arrived.filter(({ to }) => to === email);
const tokenTo = async (email: string, page: string) => {
  const pattern = new RegExp(`http://localhost:4600/${page}#([\\w-]{43})`);
  await expect.poll(() => pattern.exec(mailsTo(email).at(-1)?.text ?? '')?.[1]).toBeDefined();
  return pattern.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
};

describe('§15 a link for a new password', { timeout: 60_000 }, () => {
  it('is made by an administrator, works once for 24 hours, and ends everything that the old password opened', async () => {
    const ada = await signUp(server);
    const { token } = (await ada.post('/v1/tokens', { name: 'Old' })).body;
    const { url, expiresAt } = await linkFor(ada);
    expect(url).toMatch(/^http:\/\/localhost:4600\/reset#[\w-]{43}$/);
    expect(Date.parse(expiresAt) - server.clock.now()).toBe(24 * 3_600_000);
    expect(await noticesOf(ada)).toEqual([['reset_link_made', root.userId]]);
    expect((await redeem(tokenOf(url))).status).toBe(204);
    expectRefusal(await redeem(tokenOf(url)), 403, 'reset_invalid');
    expect((await ada.get('/v1/session')).status).toBe(401);
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    expect((await call(`${server.baseUrl}/v1/session`, bearer)).status).toBe(401);
    await expect(signIn(server, ada)).rejects.toThrow();
    const again = await signIn(server, { ...ada, password: fresh });
    expect(await noticesOf(again)).toEqual([['reset_link_made', root.userId]]);
  });

  it('uses up the other links of the person, and is redeemed by one of two at once', async () => {
    const ada = await signUp(server);
    const [first, second] = [await linkFor(ada), await linkFor(ada)];
    const answers = await Promise.all([redeem(tokenOf(first.url)), redeem(tokenOf(second.url))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403]);
  });

  it.skipIf(!isServerNamed)(
    'is redeemed by one of two even where both wait for the person, on PostgreSQL',
    async () => {
      const ada = await signUp(server);
      const links = [await linkFor(ada), await linkFor(ada)];
      const answers = await queuedBehind(
        server.app.storage,
        (tx) => lockUser(tx, ada.userId as UserId),
        links.map(
          ({ url }) =>
            () =>
              redeem(tokenOf(url)),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 403]);
    },
  );

  it('ends after 24 hours, and does not work for somebody who was disabled', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const [ofAda, ofBen] = [await linkFor(ada), await linkFor(ben)];
    await root.patch(`/v1/admin/people/${ben.userId}`, { status: 'disabled' });
    expectRefusal(await redeem(tokenOf(ofBen.url)), 403, 'reset_invalid');
    await root.patch(`/v1/admin/people/${ben.userId}`, { status: 'active' });
    expectRefusal(await redeem(tokenOf(ofBen.url)), 403, 'reset_invalid');
    await server.clock.leap(24 * 3_600_000);
    expectRefusal(await redeem(tokenOf(ofAda.url)), 403, 'reset_invalid');
    expectRefusal(await redeem('x'), 403, 'reset_invalid');
    expectRefusal(await redeem('x', { password: 'short' }), 400, 'malformed_request', '/password');
    root = await signIn(server, root);
  });

  it('ends when the person becomes an administrator', async () => {
    const ada = await signUp(server);
    const { url } = await linkFor(ada);
    await root.patch(`/v1/admin/people/${ada.userId}`, { role: 'admin' });
    await root.patch(`/v1/admin/people/${ada.userId}`, { role: 'member' });
    expectRefusal(await redeem(tokenOf(url)), 403, 'reset_invalid');
  });

  it('is not made of another administrator, by a token, or by a session that is not fresh', async () => {
    const other = await signUp(server);
    await root.patch(`/v1/admin/people/${other.userId}`, { role: 'admin' });
    expectRefusal(await root.post(`/v1/admin/people/${other.userId}/password-reset`), 403, 'not_allowed');
    await root.patch(`/v1/admin/people/${other.userId}`, { role: 'member' });
    await server.clock.leap(10 * 60_000 + 1);
    expectRefusal(await root.post(`/v1/admin/people/${other.userId}/password-reset`), 403, 'recent_sign_in_required');
    const path = `/v1/admin/people/${other.userId}/password-reset`;
    expectRefusal(await root.post(path, { password: 'not it at all' }), 403, 'password_wrong');
    expect((await root.post(path, { password: root.password })).status).toBe(201);
    root = await signIn(server, root);
  });

  it('is mailed to a verified address, by handle or address, at most 5 an hour, and never to another', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const email = `${ada.handle}@parley.example`;
    await verifyAddress(ada, email);
    for (const identifier of [ada.handle, email.toUpperCase(), ben.handle, 'nobody at all']) {
      const answer = await send('/v1/password-resets', { identifier });
      expect([answer.status, answer.body]).toEqual([202, {}]);
    }
    await expect.poll(() => mailsTo(email).filter(({ text }) => text.includes('/reset#')).length).toBe(2);
    for (let more = 0; more < 6; more += 1) await send('/v1/password-resets', { identifier: ada.handle });
    await expect.poll(() => mailsTo(email).filter(({ text }) => text.includes('/reset#')).length).toBe(5);
    expect((await redeem(await tokenTo(email, 'reset'))).status).toBe(204);
    const again = await signIn(server, { ...ada, password: fresh });
    await root.post(`/v1/admin/people/${ada.userId}/password-reset`);
    await expect.poll(() => mailsTo(email).at(-1)?.text).toContain('An administrator made a link');
    expect(again.userId).toBe(ada.userId);
  });
});

describe('§15 the mail address of a person', { timeout: 60_000 }, () => {
  it('becomes theirs by the link in their own session, and the address until then is told', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const [first, second] = [`${ada.handle}@parley.example`, `${ada.handle}@other.example`];
    await verifyAddress(ada, first);
    expect((await ada.get('/v1/session')).body.item).toMatchObject({ email: first, emailVerified: true });
    await ada.post('/v1/session/email', { email: second.toUpperCase() });
    const token = await tokenTo(second, 'verify');
    expectRefusal(await ben.post('/v1/session/email/verify', { token }), 403, 'reset_invalid');
    expect((await ada.get('/v1/session')).body.item).toMatchObject({ email: first });
    expect((await ada.post('/v1/session/email/verify', { token })).status).toBe(204);
    expectRefusal(await ada.post('/v1/session/email/verify', { token }), 403, 'reset_invalid');
    await expect.poll(() => mailsTo(first).at(-1)?.text).toContain('another mail address now');
  });

  it('is refused at the end, not before, if somebody else has verified it', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const email = `${ada.handle}@parley.example`;
    await verifyAddress(ada, email);
    expect((await ben.post('/v1/session/email', { email })).status).toBe(202);
    await expect.poll(() => mailsTo(email).length).toBe(2);
    const token = await tokenTo(email, 'verify');
    expectRefusal(await ben.post('/v1/session/email/verify', { token }), 409, 'email_taken');
    expect((await ben.get('/v1/session')).body.item).toMatchObject({ email: null });
  });

  it.each(['ada', 'a b@c.example', 'a,b@c.example', '"a"@c.example', 'a@b@c.example', `${'a'.repeat(250)}@b.example`])(
    'is not %j',
    async (email) => {
      expectRefusal(
        await root.post('/v1/session/email', { email, password: root.password }),
        400,
        'malformed_request',
        '/email',
      );
    },
  );

  it('is unverified where an administrator sets it, and its person and the old address are told', async () => {
    const ada = await signUp(server);
    const email = `${ada.handle}@parley.example`;
    await verifyAddress(ada, email);
    await root.patch(`/v1/admin/people/${ada.userId}`, { email: 'evil@parley.example', password: root.password });
    expect((await ada.get('/v1/session')).body.item).toMatchObject({
      email: 'evil@parley.example',
      emailVerified: false,
    });
    expect(await noticesOf(ada)).toEqual([['email_set', root.userId]]);
    await expect.poll(() => mailsTo(email).at(-1)?.text).toContain('changed the mail address');
    const [notice] = (await ada.get('/v1/notices')).body.items;
    expect((await root.del(`/v1/notices/${notice.noticeId}`)).status).toBe(204);
    expect(await noticesOf(ada)).toHaveLength(1);
    expect((await ada.del(`/v1/notices/${notice.noticeId}`)).status).toBe(204);
    expect(await noticesOf(ada)).toEqual([]);
  });

  it('cannot be set where the server sends no mail', async () => {
    const bare = await startTestServer();
    const ada = await signUp(bare);
    expectRefusal(await ada.post('/v1/session/email', { email: 'a@b.example' }), 409, 'mail_not_configured');
    const answer = await call(`${bare.baseUrl}/v1/password-resets`, jsonInit('POST', { identifier: ada.handle }));
    expect(answer.status).toBe(202);
    await bare.stop();
  });
});
