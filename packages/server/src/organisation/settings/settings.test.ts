import type { UserId } from '@parley/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { setRole } from '../../accounts/users/account-queries.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { call, type Json } from '../../testing/contract/http.ts';
import { freshHandle, jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { postgres } from '../../testing/databases-under-test.ts';
import { canShare, openTwoServers } from '../../testing/durability/two-servers.ts';
import { fakeClock } from '../../testing/fake-clock.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});
async function start(env: Record<string, string> = {}): Promise<[TestServer, Person]> {
  const server = await startTestServer({ PARLEY_QUOTA_AGENTS: '', ...env });
  open.push(server);
  return [server, await firstAdmin(server)];
}
const settingsOf = async (root: Person): Promise<Map<string, Json>> =>
  new Map((await root.get('/v1/admin/settings')).body.items.map((item: Json) => [item.name, item]));
const change = (root: Person, body: unknown) => root.patch('/v1/admin/settings', body);

describe('§21 the settings of the server', { timeout: 60_000 }, () => {
  it('say where each value comes from, and show no credential', async () => {
    const [server, root] = await start({
      PARLEY_SMTP_URL: 'smtp://ada:hunter2@127.0.0.1:1?insecure=1',
      PARLEY_MAIL_FROM: 'a@b.example',
      PARLEY_BASE_URL: 'http://localhost:4600',
    });
    const settings = await settingsOf(root);
    expect(settings.get('signup')).toEqual({ name: 'signup', value: 'open', source: 'environment', editable: false });
    expect(settings.get('rooms')).toEqual({ name: 'rooms', value: 5000, source: 'default', editable: true });
    expect(settings.get('announcement')).toMatchObject({ value: null, source: 'default', editable: true });
    expect(settings.get('PARLEY_SMTP_URL')).toMatchObject({ value: 'set', source: 'environment', editable: false });
    expect(settings.get('PARLEY_SECRET_KEY')).toMatchObject({ value: null, source: 'default' });
    expect((await root.get('/v1/admin/settings')).text).not.toContain('hunter2');
    expect(server.app.config.conversationsMax).toBe(5000);
  });

  it('are changed together or not at all, are in force at once, and taken back by null', async () => {
    const [server, root] = await start();
    const refused = await change(root, { rooms: 2, signup: 'closed' });
    expectRefusal(refused, 409, 'setting_fixed', '/signup');
    expect((await settingsOf(root)).get('rooms')).toMatchObject({ value: 5000 });
    const { status, body } = await change(root, { rooms: 1, startingCoins: 7 });
    expect(status).toBe(200);
    expect(body.items).toContainEqual({ name: 'rooms', value: 1, source: 'admin', editable: true });
    const { userId } = await signUp(server);
    expect((await root.post('/v1/conversations', { userIds: [userId] })).status).toBe(201);
    expectRefusal(await root.post('/v1/conversations', { userIds: [userId] }), 403, 'quota_exceeded');
    await change(root, { rooms: null });
    expect((await root.post('/v1/conversations', { userIds: [userId] })).status).toBe(201);
    expect((await settingsOf(root)).get('rooms')).toMatchObject({ value: 5000, source: 'default' });
  });

  it.each([
    [{ colour: 'red' }, '/colour'],
    [{ rooms: 0 }, '/rooms'],
    [{ rooms: '5' }, '/rooms'],
    [{ signup: 'sometimes' }, '/signup'],
    [{ announcement: { text: ' ', until: '2027-01-01T00:00:00Z' } }, '/announcement/text'],
    [{ announcement: { text: 'x'.repeat(501), until: '2027-01-01T00:00:00Z' } }, '/announcement/text'],
    [{ announcement: { text: 'Soon', until: 'soon' } }, '/announcement/until'],
  ])('refuse %j', async (body, path) => {
    const [, root] = await start();
    expectRefusal(await change(root, body), 400, 'malformed_request', path);
  });

  it('open and close sign-up while the server runs', async () => {
    const [server, root] = await start({ PARLEY_SIGNUP: '' });
    const join = () =>
      call(
        `${server.baseUrl}/v1/users`,
        jsonInit('POST', { handle: freshHandle(), displayName: 'Cy', password: 'correct horse battery' }),
      );
    expect((await join()).status).toBe(201);
    await change(root, { signup: 'closed' });
    expectRefusal(await join(), 403, 'signup_closed');
    expectRefusal(await root.post('/v1/admin/invitations', {}), 409, 'signup_closed');
    await change(root, { signup: null });
    expect((await join()).status).toBe(201);
  });

  it('announce something to everybody until its time is over', async () => {
    const [server, root] = await start();
    const announced = async () => (await call(`${server.baseUrl}/v1/announcement`)).body.item;
    expect(await announced()).toBeNull();
    const until = new Date(server.clock.now() + 60_000).toISOString();
    const elsewhere = new Date(Date.parse(until) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    const { items } = (await change(root, { announcement: { text: 'Maintenance at noon', until: elsewhere } })).body;
    expect(items.find(({ name }: Json) => name === 'announcement').value.until).toBe(until);
    expect(await announced()).toEqual({ text: 'Maintenance at noon', until });
    await server.clock.leap(60_000);
    expect(await announced()).toBeNull();
  });

  it('are changed by an administrator with a fresh session alone, and leave a row in the audit log', async () => {
    const [server, root] = await start();
    const ada = await signUp(server);
    expectRefusal(await change(ada, { rooms: 9 }), 403, 'admin_required');
    await change(root, { rooms: 9 });
    const [row] = (await root.get('/v1/admin/audit?action=setting.changed')).body.items;
    expect(row).toMatchObject({ actor: { id: root.userId }, details: { names: ['rooms'] } });
    await server.clock.leap(11 * 60_000);
    expectRefusal(await change(root, { rooms: 8 }), 403, 'recent_sign_in_required');
    expect((await change(await signIn(server, root), { rooms: 8 })).status).toBe(200);
  });
});

describe(`§21 a change of settings with two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  it('is in force on the other one within 5 seconds', { timeout: 60_000 }, async () => {
    const servers = await openTwoServers(fakeClock(), {});
    const root = await signUp(servers.at(0));
    await servers.database.nodes[0].transaction((tx) => setRole(tx, root.userId as UserId, 'admin', 'manual'));
    await change(root, { rooms: 3 });
    const elsewhere = async () =>
      (await call(`${servers.at(1).baseUrl}/v1/quota`, { headers: { cookie: root.cookie } })).body.items[1];
    await expect.poll(elsewhere, { timeout: 5_000 }).toMatchObject({ name: 'rooms', limit: 3 });
    await servers.close();
  });
});
