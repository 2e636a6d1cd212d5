import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { call } from '../../testing/contract/http.ts';
import { cookieOf, jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { makeRecoveryLink } from './make-recovery-link.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

const password = 'staple of correct batteries';
const linkFor = async (handle: string) => (await makeRecoveryLink(server.app, handle))?.split('#')[1] ?? '';
const recover = (token: string) => call(`${server.baseUrl}/v1/setup/recover`, jsonInit('POST', { token, password }));

describe('§14 recovery at the machine', { timeout: 60_000 }, () => {
  it('makes somebody an active administrator with a new password, ends what they had, and tells all administrators', async () => {
    const ada = await signUp(server);
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    const token = await linkFor(ada.handle);
    const answer = await recover(token);
    expect(answer.status).toBe(200);
    expect(answer.body.item).toMatchObject({ userId: ada.userId, role: 'admin' });
    const headers = { cookie: cookieOf(answer) };
    expect((await call(`${server.baseUrl}/v1/admin/people`, { headers })).status).toBe(200);
    expect((await ada.get('/v1/session')).status).toBe(401);
    expect((await signIn(server, { ...ada, password })).userId).toBe(ada.userId);
    expectRefusal(await recover(token), 403, 'recovery_invalid');
    const { items } = (await root.get('/v1/notices')).body;
    expect(items[0]).toMatchObject({ kind: 'recovered', by: null });
    const rows = (await root.get(`/v1/admin/audit?target=${ada.userId}`)).body.items;
    expect(rows.map((row: { action: string }) => row.action)).toEqual(
      expect.arrayContaining(['person.recovered', 'recovery.link_made']),
    );
    expect(rows.find((row: { action: string }) => row.action === 'recovery.link_made').actor).toEqual({
      type: 'machine',
      id: null,
    });
  });

  it('ends after an hour, is used by one of two at once, and is for people alone whom there are', async () => {
    const ada = await signUp(server);
    const [late, twice] = [await linkFor(ada.handle), await linkFor(ada.handle)];
    const answers = await Promise.all([recover(twice), recover(twice)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const other = await linkFor((await signUp(server)).handle);
    await server.clock.leap(3_600_000);
    expectRefusal(await recover(late), 403, 'recovery_invalid');
    expectRefusal(await recover(other), 403, 'recovery_invalid');
    expect(await makeRecoveryLink(server.app, 'nobody-of-that-name')).toBeNull();
  });
});
