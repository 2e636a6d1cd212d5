import { describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { call, type Answer } from './http.ts';
import { freshHandle, jsonInit, signUp } from './person.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const many = (count: number, ask: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

const expectLimited = (answers: Answer[]) => {
  const limited = answers.find((answer) => answer.status === 429);
  expect(limited?.body.error.code).toBe('rate_limited');
  expect(limited?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
};

describe('§1 the rate limit of a session', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('lets a burst of 60 pass, refuses more and recovers', async () => {
    const ada = await signUp(server);
    const answers = await many(150, () => ada.get('/v1/session'));
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(60);
    expect(countOf(answers, 429)).toBeGreaterThanOrEqual(1);
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(150);
    expectLimited(answers);
    await server.clock.advance(2000);
    expect(countOf(await many(20, () => ada.get('/v1/session')), 200)).toBe(20);
  });

  it('is each session’s own', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await many(150, () => ada.get('/v1/session'));
    expect((await bob.get('/v1/session')).status).toBe(200);
  });
});

describe('§1 the rate limit of a credential', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('lets a burst of 100 pass, refuses more and recovers', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const ack = (index: number) =>
      agent.ack(nobody('dlv'), { version: '1', status: 'failed', error: `attempt ${index}` });
    const answers = await many(400, ack);
    expect(countOf(answers, 404)).toBeGreaterThanOrEqual(100);
    expect(countOf(answers, 429)).toBeGreaterThanOrEqual(1);
    expect(countOf(answers, 404) + countOf(answers, 429)).toBe(400);
    expectLimited(answers);
    await server.clock.advance(2000);
    expect(countOf(await many(50, ack), 404)).toBe(50);
  });
});

describe('§1 the rate limit of signing in', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });
  const signIn = (handle: string, password: string) =>
    call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle, password }));

  it('lets ten a minute pass, right or wrong, and then not even the right password', async () => {
    const ada = await signUp(server);
    for (let index = 0; index < 10; index += 1) expect((await signIn(ada.handle, 'not the password')).status).toBe(401);
    const limited = await signIn(ada.handle, ada.password);
    expect(limited.status).toBe(429);
    expectLimited([limited]);
    await server.clock.advance(61_000);
    expect((await signIn(ada.handle, ada.password)).status).toBe(200);
  });

  it('counts an address over all accounts', async () => {
    await server.clock.advance(61_000);
    for (let index = 0; index < 10; index += 1)
      expect((await signIn(freshHandle(), 'not the password')).status).toBe(401);
    expect((await signIn(freshHandle(), 'not the password')).status).toBe(429);
  });
});

describe('§1 the rate limit of signing up', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('lets a hundred a minute pass from one address', async () => {
    const register = () => {
      const person = { handle: freshHandle(), displayName: 'A', password: 'long enough words' };
      return call(`${server.baseUrl}/v1/users`, jsonInit('POST', person));
    };
    const answers: Answer[] = [];
    for (let index = 0; index < 11; index += 1) answers.push(...(await many(10, register)));
    expect(countOf(answers, 201)).toBe(100);
    expect(countOf(answers, 429)).toBe(10);
    expectLimited(answers);
  });
}, 60_000);

describe('§9 PARLEY_RATE_LIMIT=off', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'off' });

  it('lifts every limit', async () => {
    const ada = await signUp(server);
    expect(countOf(await many(150, () => ada.get('/v1/session')), 200)).toBe(150);
  });
});
