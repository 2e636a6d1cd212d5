import { describe, expect, it } from 'vitest';
import { agentWith, registerAgent } from './agent.ts';
import { call, type Answer } from './http.ts';
import { cookieOf, freshHandle, jsonInit, personWith, signUp } from './person.ts';
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

describe('§1 the rate limit of a person', () => {
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

  it('is each person’s own', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await many(150, () => ada.get('/v1/session'));
    expect((await bob.get('/v1/session')).status).toBe(200);
  });

  it('§10 counts a person’s sessions together', async () => {
    const ada = await signUp(server);
    const body = { handle: ada.handle, password: ada.password };
    const cookie = cookieOf(await call(`${server.baseUrl}/v1/session`, jsonInit('POST', body)));
    const again = personWith(server, cookie, ada);
    await many(150, () => ada.get('/v1/session'));
    expectLimited([await again.get('/v1/session')]);
  });
});

describe('§1 the rate limit of an agent', () => {
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

  it('§10 counts an agent’s credentials together', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const { body } = await ada.post(`/v1/agents/${agent.agentId}/credentials`);
    const again = agentWith(server, ada, agent, body.credential);
    const search = (by: typeof agent) => by.send('/hooks/v1/agents/search?q=x');
    await many(300, () => search(agent));
    expectLimited([await search(again)]);
    expect((await search(await registerAgent(server, ada))).status).toBe(200);
  });
});

describe('§10 the rate limit of signing in', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on', PARLEY_TRUSTED_PROXIES: '127.0.0.1' });
  const signIn = (handle: string, password: string, from: string) => {
    const init = jsonInit('POST', { handle, password });
    const headers = { ...init.headers, 'x-forwarded-for': from };
    return call(`${server.baseUrl}/v1/session`, { ...init, headers });
  };
  const guess = (handle: string, from: string) => signIn(handle, 'not the password', from);
  const expectGuesses = async (count: number, handle: () => string, from: (index: number) => string) => {
    for (let index = 0; index < count; index += 1)
      expect((await guess(handle(), from(index))).status, `guess ${index}`).toBe(401);
  };
  let networks = 0;
  /** Returns a /64 network that was not used yet. */
  const freshNetwork = () => `2001:db8:0:${(networks += 1).toString(16)}`;

  it('lets ten a minute at an account pass from one address, right or wrong, and then not even the right password', async () => {
    const { handle, password } = await signUp(server);
    await expectGuesses(
      10,
      () => handle,
      () => '203.0.113.1',
    );
    expectLimited([await signIn(handle, password, '203.0.113.1')]);
    await server.clock.advance(61_000);
    expect((await signIn(handle, password, '203.0.113.1')).status).toBe(200);
  });

  it('lets nobody lock the account’s person out from another address', async () => {
    const { handle, password } = await signUp(server);
    await many(150, () => guess(handle, '203.0.113.2'));
    expectLimited([await guess(handle, '203.0.113.2')]);
    expect((await signIn(handle, password, '203.0.113.3')).status).toBe(200);
  });

  it('takes an IPv6 network of 64 bits for one address', async () => {
    const [ada, network] = [await signUp(server), freshNetwork()];
    await expectGuesses(
      10,
      () => ada.handle,
      (index) => `${network}:${index}::${index}`,
    );
    expectLimited([await guess(ada.handle, `${network}:ffff:ffff:ffff:ffff`)]);
    expect((await signIn(ada.handle, ada.password, `${freshNetwork()}::1`)).status).toBe(200);
  });

  it('takes an IPv4 address that is written as IPv6 for what it is', async () => {
    const { handle } = await signUp(server);
    await expectGuesses(
      10,
      () => handle,
      (index) => (index % 2 ? '203.0.113.4' : '::ffff:203.0.113.4'),
    );
    expectLimited([await guess(handle, '::ffff:203.0.113.4')]);
    expect((await guess(handle, '::ffff:203.0.113.5')).status).toBe(401);
  });

  it('lets thirty a minute pass from one address over all accounts', async () => {
    const network = freshNetwork();
    await expectGuesses(30, freshHandle, (index) => `${network}::${index}`);
    expectLimited([await guess(freshHandle(), `${network}::1`)]);
    expect((await guess(freshHandle(), `${freshNetwork()}::1`)).status).toBe(401);
  });

  it('lets a hundred a minute at one account pass from everywhere', async () => {
    const { handle } = await signUp(server);
    await expectGuesses(
      100,
      () => handle,
      () => `${freshNetwork()}::1`,
    );
    expectLimited([await guess(handle, `${freshNetwork()}::1`)]);
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

describe('§10 the rate limit of signing up', () => {
  const server = useServer({
    PARLEY_RATE_LIMIT: 'on',
    PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    PARLEY_RATE_SIGN_UP: '3/m:3',
  });

  it('takes an IPv6 network of 64 bits for one address', async () => {
    const from = (address: string) => {
      const init = jsonInit('POST', { handle: freshHandle(), displayName: 'A', password: 'long enough words' });
      const headers = { ...init.headers, 'x-forwarded-for': address };
      return call(`${server.baseUrl}/v1/users`, { ...init, headers });
    };
    for (let index = 0; index < 3; index += 1) expect((await from(`2001:db8::${index}`)).status).toBe(201);
    expectLimited([await from('2001:db8::ffff:ffff')]);
    expect((await from('2001:db8:0:1::1')).status).toBe(201);
  });
});

describe('§9 PARLEY_RATE_LIMIT=off', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'off' });

  it('lifts every limit', async () => {
    const ada = await signUp(server);
    expect(countOf(await many(150, () => ada.get('/v1/session')), 200)).toBe(150);
  });
});
