import type { UserId } from '@parley/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { newToken } from '../../testing/contract/bearer.ts';
import { call, type Answer } from '../../testing/contract/http.ts';
import { cookieOf, jsonInit, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import { openOnServer } from '../../testing/database.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';
import { lockUser } from './queries.ts';

describe.skipIf(testServerUrl === undefined)(`§11 what happens to a person at once, on ${postgres.name}`, () => {
  let server: TestServer;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? '', 8));
  });
  beforeEach(async () => {
    [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  });
  afterAll(() => server.stop());

  /** Sends requests that all wait for Ada's row lock before the first one gets it. */
  const atOnce = (...requests: (() => Promise<Answer>)[]): Promise<Answer[]> =>
    queuedBehind(server.app.storage, (tx) => lockUser(tx, ada.userId as UserId), requests);
  const outcome = ({ status, body }: Answer) => body?.error?.code ?? status;

  const change = () =>
    ada.put('/v1/session/password', { currentPassword: ada.password, newPassword: 'staple of correct batteries' });
  const enter = () =>
    call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle: ada.handle, password: ada.password }));
  const block = () => ada.put(`/v1/users/${ben.userId}/block`);
  const open = () => ben.post('/v1/conversations', { userIds: [ada.userId] });
  const conversations = async () => (await ada.get('/v1/conversations')).body.items.length;

  it('a room is not opened behind a block, nor is anybody added', async () => {
    const cy = await signUp(server);
    const conversation = await openConversation(ben, null, [cy]);
    const add = () => ben.post(`/v1/conversations/${conversation}/members`, { userId: ada.userId });
    expect((await atOnce(block, open, add)).map(outcome)).toEqual([204, 'user_not_found', 'user_not_found']);
    expect(await conversations()).toBe(0);
  });

  it('a room that was opened before a block goes on', async () => {
    expect((await atOnce(open, block)).map(outcome)).toEqual([201, 204]);
    expect([await conversations(), outcome(await open())]).toEqual([1, 'user_not_found']);
  });

  it('nobody comes in with a password that was just changed', async () => {
    expect((await atOnce(change, enter)).map(outcome)).toEqual([204, 'sign_in_failed']);
  });

  it('who came in just before it was changed is out again', async () => {
    const [entered, changed] = await atOnce(enter, change);
    expect([entered?.status, changed?.status]).toEqual([200, 204]);
    const cookie = cookieOf(entered as Answer);
    expect((await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).status).toBe(401);
  });

  it('of two changes the second is refused', async () => {
    expect((await atOnce(change, change)).map(outcome)).toEqual([204, 'password_wrong']);
  });

  it('a token is not made by a session that the change has ended', async () => {
    const phone = await signIn(server, ada);
    const make = () => phone.post('/v1/tokens', { name: 'Late' });
    expect((await atOnce(change, make)).map(outcome)).toEqual([204, 'unauthenticated']);
  });

  it('the fiftieth token is made once', async () => {
    for (let count = 0; count < 49; count += 1) await newToken(ada);
    const make = () => ada.post('/v1/tokens', { name: 'The last' });
    expect((await atOnce(make, make)).map(outcome)).toEqual([201, 'too_many_tokens']);
  });
});
