import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type UserId } from '@parley/protocol';
import { setRole } from '../../accounts/users/account-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { eraseModel } from '../../models/remove-model.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { callWith, newToken } from '../../testing/contract/bearer.ts';
import { messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { call, type Json } from '../../testing/contract/http.ts';
import { jsonInit, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { applyEnded } from '../ended/apply-ended.ts';
import { runErasures } from './run-erasures.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
}, 120_000);
afterAll(() => server.stop());

const erase = (by: Person, of: Person, confirm = of.handle) =>
  by.post(`/v1/admin/people/${of.userId}/erase`, { confirm });
const personOf = async (userId: string): Promise<Json> => (await root.get(`/v1/admin/people/${userId}`)).body.item;
const erased = (of: Person) =>
  expect.poll(async () => (await personOf(of.userId)).status, { timeout: 60_000 }).toBe('erased');
const becomeAdmin = (person: Person) =>
  server.app.storage.transaction((tx) => setRole(tx, person.userId as UserId, 'admin', 'manual'));

describe('§15 erasing a person', { timeout: 120_000 }, () => {
  it('is done by an administrator who confirms the handle, once', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    expectRefusal(await erase(ben, ada), 403, 'admin_required');
    expectRefusal(await erase(root, ada, ben.handle), 400, 'malformed_request', '/confirm');
    expectRefusal(await root.post(`/v1/admin/people/${ada.userId}/erase`, {}), 400, 'malformed_request', '/confirm');
    expectRefusal(
      await root.post(`/v1/admin/people/${newId('user')}/erase`, { confirm: 'ada' }),
      404,
      'user_not_found',
    );
    expect((await personOf(ada.userId)).status).toBe('active');
    const answers = await Promise.all([erase(root, ada), erase(root, ada)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await erased(ada);
    const again = await erase(root, ada);
    expect([again.status, again.body.item.status]).toEqual([202, 'erased']);
    const rows = (await root.get(`/v1/admin/audit?target=${ada.userId}&action=person.erasing`)).body.items;
    expect(rows).toHaveLength(1);
    const listed = async (status: string) => (await root.get(`/v1/admin/people?status=${status}`)).body.items;
    expect((await listed('erased')).map((item: Json) => item.userId)).toContain(ada.userId);
    expect((await listed('active')).map((item: Json) => item.userId)).not.toContain(ada.userId);
  });

  it('is done by the person, who is signed out and can do nothing any more', async () => {
    const cy = await signUp(server);
    const { token } = await newToken(cy);
    expectRefusal(
      await callWith(server, token, 'POST', '/v1/session/erase', { body: { confirm: cy.handle } }),
      403,
      'session_required',
    );
    expectRefusal(await cy.post('/v1/session/erase', { confirm: 'another' }), 400, 'malformed_request', '/confirm');
    const answer = await cy.post('/v1/session/erase', { confirm: cy.handle });
    expect([answer.status, answer.body.item.status]).toEqual([202, 'erasing']);
    expect(answer.headers.getSetCookie().join()).toMatch(/parley_session=;/);
    expectRefusal(await cy.get('/v1/session'), 401, 'unauthenticated');
    expectRefusal(await callWith(server, token, 'GET', '/v1/session'), 401, 'unauthenticated');
    const signIn = { handle: cy.handle, password: cy.password };
    expectRefusal(await call(`${server.baseUrl}/v1/session`, jsonInit('POST', signIn)), 401, 'sign_in_failed');
    await erased(cy);
    const changes = [{ status: 'active' }, { role: 'admin' }, { displayName: 'Cy' }, { email: 'cy@parley.example' }];
    for (const change of changes)
      expectRefusal(await root.patch(`/v1/admin/people/${cy.userId}`, change), 403, 'not_allowed');
    expectRefusal(await root.post(`/v1/admin/people/${cy.userId}/password-reset`), 403, 'not_allowed');
    expectRefusal(await root.post(`/v1/admin/people/${cy.userId}/export`), 404, 'user_not_found');
  });

  it('needs a fresh session', async () => {
    const dot = await signUp(server);
    await server.clock.leap(11 * 60_000);
    const confirm = dot.handle;
    expectRefusal(await dot.post('/v1/session/erase', { confirm }), 403, 'recent_sign_in_required');
    expectRefusal(await erase(root, dot), 403, 'recent_sign_in_required');
    expectRefusal(await dot.post('/v1/session/erase', { confirm, password: 'not my password' }), 403, 'password_wrong');
    expect((await dot.post('/v1/session/erase', { confirm, password: dot.password })).status).toBe(202);
    await erased(dot);
  });

  it('never gives the handle out again, on any way of signing up', async () => {
    const eve = await signUp(server);
    await server.clock.leap(1);
    expect((await eve.post('/v1/session/erase', { confirm: eve.handle })).status).toBe(202);
    await erased(eve);
    const profile = { handle: eve.handle, displayName: 'Eve', password: 'correct horse battery' };
    expectRefusal(await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile)), 409, 'handle_taken');
    const { rows } = await sql`select from users where handle = ${eve.handle}`.execute(server.app.storage.db);
    expect(rows).toEqual([]);
  });

  it('is refused for the last active administrator, also of two at once', async () => {
    const alone = await startTestServer();
    try {
      const first = await firstAdmin(alone);
      expectRefusal(await first.post('/v1/session/erase', { confirm: first.handle }), 409, 'last_admin');
      const second = await signUp(alone);
      await alone.app.storage.transaction((tx) => setRole(tx, second.userId as UserId, 'admin', 'manual'));
      const answers = await Promise.all(
        [first, second].map((one) => one.post('/v1/session/erase', { confirm: one.handle })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    } finally {
      await alone.stop();
    }
  });

  it('goes on where a server was stopped in the middle, on another', async () => {
    const fay = await signUp(server);
    const ben = await signUp(server);
    const rooms: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const room = await openConversation(fay, null, [ben, root]);
      await say(fay, room, 'Secret');
      rooms.push(room);
    }
    const { app } = server;
    await sql`insert into accounts (user_id, disabled_at) values (${fay.userId}, now())`.execute(app.storage.db);
    await sql`
      insert into erasures (user_id, asked_by, asked_at)
      values (${fay.userId}, ${root.userId}, ${new Date(app.clock.now())})`.execute(app.storage.db);
    // The server is stopped at its twentieth transaction.
    let left = 20;
    const stopping = { ...app, commit: ((write, act) => ((left -= 1), app.commit(write, act))) as App['commit'] };
    await runErasures(stopping, eraseModel, () => left <= 0);
    expect((await personOf(fay.userId)).status).toBe('erasing');
    const isDeleted = async () =>
      (await Promise.all(rooms.map((room) => messagesOf(ben, room)))).map(([first]) => first?.['deleted'] as boolean);
    expect(await isDeleted()).toContain(false);
    expect(await isDeleted()).toContain(true);
    await runErasures(app, eraseModel);
    expect(await isDeleted()).toEqual([true, true, true, true]);
    await erased(fay);
  });

  it('is taken over by another server where one has died in the middle', async () => {
    const kit = await signUp(server);
    const room = await openConversation(kit, null, [root]);
    await say(kit, room, 'Secret');
    const { app, clock } = server;
    await sql`insert into accounts (user_id, disabled_at) values (${kit.userId}, now())`.execute(app.storage.db);
    await sql`
      insert into erasures (user_id, asked_by, asked_at)
      values (${kit.userId}, ${root.userId}, ${new Date(clock.now())})`.execute(app.storage.db);
    let left = 8;
    const dying: App['commit'] = (write, act) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : app.commit(write, act);
    };
    await runErasures({ ...app, commit: dying }, eraseModel);
    await runErasures(app, eraseModel);
    expect((await personOf(kit.userId)).status).toBe('erasing');
    await clock.advance(81_000);
    await erased(kit);
    expect((await messagesOf(root, room))[0]).toMatchObject({ deleted: true, body: null });
  });

  it('is repeated after a restore of an older backup', async () => {
    const gil = await signUp(server);
    const room = await openConversation(gil, null, [root]);
    await say(gil, room, 'From the backup');
    const at = new Date(server.clock.now()).toISOString();
    await applyEnded(server.app, [{ kind: 'erased', id: gil.userId, at }], eraseModel);
    expectRefusal(await gil.get('/v1/session'), 401, 'unauthenticated');
    await erased(gil);
    expect((await messagesOf(root, room))[0]).toMatchObject({ deleted: true, body: null });
  });

  it('leaves an agent that was handed over to its new owner', async () => {
    const [hal, ida] = [await signUp(server), await signUp(server)];
    const made = await hal.post('/v1/agents', {
      manifest: {
        version: '1',
        handle: `h${hal.handle}`.slice(0, 30),
        name: 'Helper',
        description: 'Helps',
        transport: 'relay',
        requested_scopes: [],
      },
    });
    const { agentId } = made.body.item;
    await becomeAdmin(hal);
    expect((await hal.patch(`/v1/admin/agents/${agentId}`, { ownerUserId: ida.userId })).status).toBe(200);
    expect((await hal.post('/v1/session/erase', { confirm: hal.handle })).status).toBe(202);
    await erased(hal);
    expect((await ida.get(`/v1/agents/${agentId}`)).body.item).toMatchObject({
      name: 'Helper',
      ownerUserId: ida.userId,
    });
  });
});
