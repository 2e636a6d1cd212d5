import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { startTestServer, type TestServer } from '../app.ts';
import { firstAdmin, tokenOf } from './admin.ts';
import { call } from './http.ts';
import { freshHandle, jsonInit, signIn, signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';

let server: TestServer;
let root: Person;
const profile = () => ({ handle: freshHandle(), displayName: 'Cy', password: 'correct horse battery' });
const signingUp = (body: object, at = server) =>
  call(`${at.baseUrl}/v1/users`, jsonInit('POST', { ...profile(), ...body }));
const invited = async (body: object = {}, by = root) => (await by.post('/v1/admin/invitations', body)).body;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_SIGNUP: 'invite' });
  const setUp = await call(
    `${server.baseUrl}/v1/setup`,
    jsonInit('POST', { ...profile(), handle: 'root-one', token: tokenOf(server.setupUrl) }),
  );
  expect(setUp.status).toBe(201);
  root = await signIn(server, { handle: 'root-one', password: 'correct horse battery' } as Person);
});
afterAll(() => server.stop());

describe('§15 sign-up', () => {
  it('is open for one machine alone, else by invitation', () => {
    const key = { PARLEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
    const mode = (env: Record<string, string>) => readConfig({ ...key, ...env }).signup;
    expect(mode({})).toBe('open');
    expect(mode({ PARLEY_HOST: '::1', PARLEY_BASE_URL: 'http://localhost:4600' })).toBe('open');
    expect(mode({ DATABASE_URL: 'postgres://db.example/parley' })).toBe('open');
    for (const env of [
      { PARLEY_HOST: '0.0.0.0' },
      { PARLEY_BASE_URL: 'https://parley.example' },
      { PARLEY_TRUSTED_PROXIES: '10.0.0.1' },
    ])
      expect(mode(env as Record<string, string>)).toBe('invite');
    expect(mode({ PARLEY_HOST: '0.0.0.0', PARLEY_SIGNUP: 'open' })).toBe('open');
  });

  it('takes an invitation, once, and gives the person its role and address', async () => {
    expectRefusal(await signingUp({}), 403, 'signup_closed');
    const made = await invited({ email: 'Cy@Parley.example', role: 'admin', expiresInDays: 1 });
    expect(made).toMatchObject({
      mailed: false,
      item: { email: 'cy@parley.example', usedBy: null, createdBy: root.userId },
    });
    expect(made.url).toMatch(/^http:\/\/[^/]+\/invite#[\w-]{43}$/);
    const invitation = tokenOf(made.url);
    expectRefusal(await signingUp({ invitation, handle: root.handle }), 409, 'handle_taken');
    const answer = await signingUp({ invitation });
    expect(answer.status).toBe(201);
    expect(answer.body.item).toMatchObject({ role: 'admin', email: 'cy@parley.example', emailVerified: false });
    const [notice] = (await root.get('/v1/notices')).body.items;
    expect(notice).toMatchObject({ kind: 'role_changed', by: root.userId });
    expectRefusal(await signingUp({ invitation }), 403, 'invitation_invalid');
    const { items } = (await root.get('/v1/admin/invitations')).body;
    expect(items[0]).toMatchObject({ invitationId: made.item.invitationId, usedBy: answer.body.item.userId });
    expect(JSON.stringify(items)).not.toContain(invitation);
    const { rows } = await sql`select row_to_json(i)::text as row from invitations i`.execute(server.app.storage.db);
    expect(JSON.stringify(rows)).not.toContain(invitation);
  });

  it('refuses unknown, revoked and expired invitations with one answer', async () => {
    const revoked = await invited();
    expect((await root.del(`/v1/admin/invitations/${revoked.item.invitationId}`)).status).toBe(204);
    expectRefusal(await root.del('/v1/admin/invitations/ivt_none'), 404, 'invitation_not_found');
    const expired = await invited({ expiresInDays: 1 });
    const texts = [];
    await server.clock.leap(86_400_000);
    for (const invitation of ['x', tokenOf(revoked.url), tokenOf(expired.url)]) {
      const answer = await signingUp({ invitation });
      expectRefusal(answer, 403, 'invitation_invalid');
      texts.push(answer.body.error.message);
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('refuses an invitation that outlives its maker, and lets two at once use one once', async () => {
    root = await signIn(server, root);
    const maker = await signingUp({ invitation: tokenOf((await invited({ role: 'admin' })).url) });
    const path = `/v1/admin/people/${maker.body.item.userId}`;
    const other = await signIn(server, { ...root, ...maker.body.item, password: 'correct horse battery' });
    const invitation = tokenOf((await invited({}, other)).url);
    await root.patch(path, { role: 'member' });
    expectRefusal(await signingUp({ invitation }), 403, 'invitation_invalid');
    const shared = tokenOf((await invited()).url);
    const answers = await Promise.all([1, 2, 3].map(() => signingUp({ invitation: shared })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });

  it('does not revive a disabled person', async () => {
    const cy = (await signingUp({ invitation: tokenOf((await invited()).url) })).body.item;
    await root.patch(`/v1/admin/people/${cy.userId}`, { status: 'disabled' });
    const invitation = tokenOf((await invited()).url);
    expectRefusal(await signingUp({ invitation, handle: cy.handle }), 409, 'handle_taken');
    expect((await root.get(`/v1/admin/people/${cy.userId}`)).body.item.status).toBe('disabled');
  });

  it('is closed to invitations too where it is closed, and open beside them where it is open', async () => {
    const closed = await startTestServer({ PARLEY_SIGNUP: 'closed' });
    const body = { ...profile(), token: tokenOf(closed.setupUrl) };
    await call(`${closed.baseUrl}/v1/setup`, jsonInit('POST', body));
    const admin = await signIn(closed, body as unknown as Person);
    expectRefusal(await admin.post('/v1/admin/invitations', {}), 409, 'signup_closed');
    expectRefusal(await signingUp({ invitation: 'x' }, closed), 403, 'signup_closed');
    await closed.stop();
    const open = await startTestServer();
    const first = await firstAdmin(open);
    expectRefusal(await signingUp({ invitation: 'x' }, open), 403, 'invitation_invalid');
    expect((await signingUp({ invitation: tokenOf((await invited({}, first)).url) }, open)).status).toBe(201);
    await signUp(open);
    await open.stop();
  });
});
