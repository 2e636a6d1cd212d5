import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { call, type Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, snakeCase, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

describe('§1 ids and times', () => {
  it('gives every thing an id of its prefix and a ULID', async () => {
    const { messageId, conversationId, deliveries } = await say(ada, conversation, 'ids');
    expect(ada.userId).toMatch(idOf('usr'));
    expect(agent.agentId).toMatch(idOf('agt'));
    expect(agent.credentialId).toMatch(idOf('cred'));
    expect(conversationId).toMatch(idOf('cnv'));
    expect(messageId).toMatch(idOf('msg'));
    expect(deliveries[0].deliveryId).toMatch(idOf('dlv'));
  });

  it('writes times as ISO 8601 in UTC with milliseconds', async () => {
    const sent = await say(ada, conversation, 'times');
    expect(sent.createdAt).toMatch(time);
    expect((await ada.get('/v1/session')).body.item.createdAt).toMatch(time);
    expect((await ada.get(`/v1/agents/${agent.agentId}`)).body.item.createdAt).toMatch(time);
  });

  it('takes the time of a message from its clock', async () => {
    const before = server.clock.now();
    const { createdAt } = await say(ada, conversation, 'now');
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(server.clock.now() + 1000);
  });
});

describe('§1 Errors: on human-facing routes', () => {
  const refusals: [string, number, () => Promise<Answer>][] = [
    ['a missing thing', 404, () => ada.get(`/v1/conversations/${nobody('cnv')}`)],
    ['a route that is not there', 404, () => ada.get('/v1/no-such-route')],
    ['a malformed body', 400, () => ada.post('/v1/conversations', { agentIds: 7 })],
    ['a missing session', 401, () => ada.get('/v1/session', { cookie: '' })],
    ['a wrong media type', 415, () => ada.send('POST', '/v1/conversations', { body: 'x' })],
  ];

  it.each(refusals)(
    'answer %s with a code, a sentence and the request id of the header',
    async (_what, status, ask) => {
      const answer = await ask();
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.body.error.code).toMatch(snakeCase);
      expect(answer.body.error.message).toMatch(/\S/);
      expect(answer.body.error.requestId).toMatch(/\S/);
      expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'));
      expect(answer.body.error).not.toHaveProperty('request_id');
    },
  );

  it('answer an address that cannot be decoded like any other that is not there', async () => {
    for (const [path, name] of [
      ['/v1/conversations/%zz', 'requestId'],
      ['/hooks/v1/deliveries/%zz/ack', 'request_id'],
    ] as const) {
      const answer = await call(server.baseUrl + path);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
      expect(answer.body.error[name]).toBe(answer.headers.get('x-request-id'));
      expect(answer.body.error[name]).toMatch(/\S/);
    }
  });

  it('have a request id of their own each', async () => {
    const [first, second] = await Promise.all([ada.get('/v1/agents/x'), ada.get('/v1/agents/x')]);
    expect(first.body.error.requestId).not.toBe(second.body.error.requestId);
  });
});

describe('§1 Errors: on agent-facing routes', () => {
  it.each([
    ['a refused signature', 401, { signature: 'nonsense' }],
    ['a malformed body', 400, {}],
  ])('answer %s with request_id, in snake case', async (_what, status, signing) => {
    const answer = await agent.send('/hooks/v1/reply', { version: '1' }, signing);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error.request_id).toMatch(/\S/);
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
    expect(answer.body.error).not.toHaveProperty('requestId');
  });
});

describe('§1 pages', () => {
  let crowded: string;

  beforeAll(async () => {
    crowded = await openConversation(ada, null, [await signUp(server)]);
    for (let sent = 0; sent < 210; sent += 30)
      await Promise.all(Array.from({ length: 30 }, (_, index) => say(ada, crowded, `${sent + index}`)));
  });

  it('hold 50 items where no limit is given', async () => {
    expect(await messagesOf(ada, crowded)).toHaveLength(50);
  });

  it('hold at most 200 items, however many are asked for', async () => {
    expect(await messagesOf(ada, crowded, '?limit=5000')).toHaveLength(200);
  });

  it('give back items and a nextCursor that is null at the end', async () => {
    const { body } = await ada.get('/v1/conversations?limit=200');
    expect(Object.keys(body).sort()).toEqual(['items', 'nextCursor']);
    expect(body.nextCursor).toBeNull();
  });

  it('lead through a list without leaving out or repeating anything', async () => {
    const reader = await signUp(server);
    const own = await registerAgent(server, reader);
    const opened = [];
    for (let index = 0; index < 5; index += 1) opened.push(await openConversation(reader, own));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await reader.get(`/v1/conversations?limit=2${next}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map((item: { conversationId: string }) => item.conversationId));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect([...seen].sort()).toEqual([...opened].sort());
  });

  it('lead through the messages of a room too', async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await ada.get(`/v1/conversations/${crowded}/messages?limit=100${next}`);
      const page: number[] = body.items.map((item: { seq: number }) => item.seq);
      expect(page).toEqual([...page].sort((a, b) => a - b));
      seen.push(...page);
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 210 }, (_, index) => index + 1));
  });

  it('refuse a cursor that was never given out', async () => {
    expect((await ada.get('/v1/conversations?cursor=nonsense')).status).toBe(400);
  });
});

describe('§1 single things', () => {
  it('come back as an item, but for the answer to a send', async () => {
    expect(Object.keys((await ada.get(`/v1/conversations/${conversation}`)).body)).toEqual(['item']);
    const sent = await say(ada, conversation, 'single');
    expect(sent).not.toHaveProperty('item');
    const read = await ada.get(`/v1/conversations/${conversation}/messages/${sent.messageId}`);
    expect(Object.keys(read.body)).toEqual(['item']);
  });

  it('are shown by their ids in the delivery log', async () => {
    const deliveryId = await deliver(ada, conversation, 'logged');
    const { body } = await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`);
    expect(body.item.deliveryId).toBe(deliveryId);
  });
});
