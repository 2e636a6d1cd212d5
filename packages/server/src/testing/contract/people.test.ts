import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer } from './http.ts';
import { cookieOf, freshHandle, jsonInit, personWith, signUp, type Person } from './person.ts';
import { useServer } from './server.ts';
import { idOf, time } from './shapes.ts';

const server = useServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server, { displayName: 'Ada' });
});

const profile = (change: Record<string, unknown> = {}) => ({
  handle: freshHandle(),
  displayName: 'Bob',
  password: 'ten letters',
  ...change,
});
const register = (body: unknown): Promise<Answer> => call(`${server.baseUrl}/v1/users`, jsonInit('POST', body));

describe('§2 signing up', () => {
  it('answers with the person, English and UTC where nothing was said', async () => {
    const asked = profile();
    const { status, body } = await register(asked);
    expect(status).toBe(201);
    expect(body).toEqual({
      item: {
        userId: expect.stringMatching(idOf('usr')),
        handle: asked.handle,
        displayName: 'Bob',
        locale: 'en',
        timezone: 'UTC',
        createdAt: expect.stringMatching(time),
        role: 'member',
        email: null,
        emailVerified: false,
      },
    });
  });

  it('keeps the locale and the time zone that were given', async () => {
    const { body } = await register(profile({ locale: 'de-CH', timezone: 'Europe/Zurich' }));
    expect(body.item).toMatchObject({ locale: 'de-CH', timezone: 'Europe/Zurich' });
  });

  it('signs the new person in', async () => {
    const answer = await register(profile());
    const session = await call(`${server.baseUrl}/v1/session`, { headers: { cookie: cookieOf(answer) } });
    expect(session.body.item.userId).toBe(answer.body.item.userId);
  });

  it('never shows the password again', async () => {
    expect((await register(profile({ password: 'a very secret one' }))).text).not.toContain('secret');
  });

  it('refuses a handle that somebody has', async () => {
    const answer = await register(profile({ handle: ada.handle }));
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('handle_taken');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('gives a handle that several ask for at once to one of them', async () => {
    const handle = freshHandle();
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(profile({ handle }))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each(['a', 'A-upper', '-dash', '_low', 'a.b', 'a b', 'é-acute', `x${'y'.repeat(32)}`, '', 'ab\n'])(
    'refuses the handle %j',
    async (handle) => {
      const answer = await register(profile({ handle }));
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/handle' });
    },
  );

  it.each(['0z', `q_-${freshHandle()}`, `x${freshHandle()}`.padEnd(32, '9')])('takes the handle %j', async (handle) => {
    expect((await register(profile({ handle }))).status).toBe(201);
  });

  it.each([
    ['9 characters', 'x'.repeat(9)],
    ['201 characters', 'x'.repeat(201)],
  ])('refuses a password of %s', async (_what, password) => {
    const answer = await register(profile({ password }));
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/password' });
  });

  it.each([10, 200])('takes a password of %i characters', async (length) => {
    expect((await register(profile({ password: 'x'.repeat(length) }))).status).toBe(201);
  });

  it.each(['handle', 'displayName', 'password'])('refuses a person without %s', async (field) => {
    const answer = await register({ ...profile(), [field]: undefined });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: `/${field}` });
  });
});

describe('§2 signing in', () => {
  const signIn = (body: unknown) => call(`${server.baseUrl}/v1/session`, jsonInit('POST', body));

  it('answers with the person and a session of its own', async () => {
    const answer = await signIn({ handle: ada.handle, password: ada.password });
    expect(answer.status).toBe(200);
    expect(answer.body.item).toMatchObject({ userId: ada.userId, displayName: 'Ada' });
    expect(cookieOf(answer)).not.toBe(ada.cookie);
    expect((await ada.get('/v1/session')).status).toBe(200);
  });

  it('fails alike, whatever is wrong', async () => {
    const answers = await Promise.all([
      signIn({ handle: ada.handle, password: 'not the password' }),
      signIn({ handle: freshHandle(), password: 'not the password' }),
      signIn({ handle: 'NO HANDLE AT ALL', password: 'not the password' }),
      signIn({ handle: ada.handle, password: 'short' }),
    ]);
    const seen = answers.map(({ status, body }) => ({ status, error: { ...body.error, requestId: '' } }));
    expect(seen[0]).toMatchObject({ status: 401, error: { code: 'sign_in_failed' } });
    expect(seen).toEqual([seen[0], seen[0], seen[0], seen[0]]);
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([]);
  });

  it('minds every letter of the password', async () => {
    const { handle, password } = ada;
    expect((await signIn({ handle, password: password.toUpperCase() })).status).toBe(401);
    expect((await signIn({ handle, password: `${password} ` })).status).toBe(401);
  });
});

describe('§2 the own session', () => {
  it('shows the person', async () => {
    const { status, body } = await ada.get('/v1/session');
    expect(status).toBe(200);
    expect(Object.keys(body.item).sort()).toEqual(
      ['createdAt', 'displayName', 'email', 'emailVerified', 'handle', 'locale', 'role', 'timezone', 'userId'].sort(),
    );
  });

  it('can change the display name, the locale and the time zone, each alone', async () => {
    const bob = await signUp(server);
    expect((await bob.patch('/v1/session', { displayName: 'Bobby' })).body.item).toMatchObject({
      displayName: 'Bobby',
    });
    expect((await bob.patch('/v1/session', { locale: 'fr' })).body.item).toMatchObject({ locale: 'fr' });
    await bob.patch('/v1/session', { timezone: 'Asia/Tokyo' });
    expect((await bob.get('/v1/session')).body.item).toMatchObject({
      displayName: 'Bobby',
      locale: 'fr',
      timezone: 'Asia/Tokyo',
      handle: bob.handle,
    });
  });

  it('cannot change the handle', async () => {
    const answer = await ada.patch('/v1/session', { handle: freshHandle() });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/handle' });
  });

  it('ends by DELETE, and only that one', async () => {
    const answer = await call(
      `${server.baseUrl}/v1/session`,
      jsonInit('POST', { handle: ada.handle, password: ada.password }),
    );
    const other = personWith(server, cookieOf(answer), ada);
    const ended = await other.del('/v1/session');
    expect(ended.status).toBe(204);
    expect(ended.text).toBe('');
    expect((await other.get('/v1/session')).status).toBe(401);
    expect((await ada.get('/v1/session')).status).toBe(200);
  });
});

describe('§2 finding people', () => {
  it('finds a person by the exact handle, and shows three fields', async () => {
    const { status, body } = await ada.get(`/v1/users?handle=${ada.handle}`);
    expect(status).toBe(200);
    expect(body.items).toEqual([{ userId: ada.userId, handle: ada.handle, displayName: 'Ada' }]);
  });

  it.each([
    ['part of a handle', (handle: string) => handle.slice(0, -1)],
    ['a handle and more', (handle: string) => `${handle}0`],
    ['a wildcard', () => '%25'],
  ])('finds nobody by %s', async (_what, change) => {
    const { body } = await ada.get(`/v1/users?handle=${change(ada.handle)}`);
    expect(body.items).toEqual([]);
  });
});

describe('§2 without a session', () => {
  const closed = [
    ['GET', '/v1/session'],
    ['PATCH', '/v1/session'],
    ['GET', '/v1/users?handle=ada'],
    ['GET', '/v1/agents'],
    ['POST', '/v1/agents'],
    ['GET', '/v1/agents/directory'],
    ['GET', '/v1/conversations'],
    ['POST', '/v1/conversations'],
    ['GET', '/v1/events'],
  ] as const;

  it.each(closed)('%s %s is refused as unauthenticated', async (method, path) => {
    for (const cookie of [undefined, 'parley_session=', 'parley_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
      const init = method === 'GET' ? { method, headers: {} } : jsonInit(method, {});
      const headers = { ...init.headers, ...(cookie === undefined ? {} : { cookie }) };
      const answer = await call(server.baseUrl + path, { ...init, headers });
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('unauthenticated');
    }
  });
});
