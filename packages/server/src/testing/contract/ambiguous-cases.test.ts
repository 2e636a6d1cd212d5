import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, replyTo, type Agent } from './agent.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { signUp, type Person } from './person.ts';
import { ask, exchange } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';
import { nobody } from './shapes.ts';

/** The section “Ambiguous cases” of docs/interface.md, where no other file of this folder tests its line. */
const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

describe('§1 the order of refusals', () => {
  const path = () => `/v1/conversations/${nobody('cnv')}/messages`;
  const faults: [number, string, string, string][] = [
    [421, 'misdirected_request', 'Host: other.example', 'Host: localhost'],
    [415, 'unsupported_media_type', 'Content-Encoding: gzip', 'Content-Encoding: identity'],
    [401, 'unauthenticated', 'X-Nobody: 1', ''],
    [400, 'idempotency_key_invalid', `Idempotency-Key: ${'k'.repeat(256)}`, 'Idempotency-Key: fine'],
    [400, 'malformed_request', 'X-Body: missing', 'X-Body: missing'],
  ];

  it.each(faults.map((fault, place) => [fault[1], place] as const))(
    'is Host, Content-Encoding, caller, key, body, what the path names: %s comes in its place (%i)',
    async (code, place) => {
      const cookie = `Cookie: ${ada.cookie}`;
      const lines = faults.map(([, , wrong, right], at) => (at >= place ? wrong : right || cookie));
      const answer = await ask(server.baseUrl, `POST ${path()} HTTP/1.1`, [...lines, 'Content-Length: 0']);
      expect([answer.status, answer.body.error.code]).toEqual([faults[place]?.[0], code]);
    },
  );

  it('ends with what the path names', async () => {
    const answer = await ada.post(path(), { text: 'Hello.' });
    expectRefusal(answer, 404, 'conversation_not_found');
  });
});

describe('§1 requests that can be read in two ways', () => {
  it('refuse null where the page does not name it, and take the same call without the member', async () => {
    for (const locale of [null, undefined]) {
      const answer = await ada.patch('/v1/session', { displayName: 'Ada', locale });
      expect(answer.status).toBe(locale === null ? 400 : 200);
    }
  });

  it('name things by case, and wrong ids in a path are like ids of nothing', async () => {
    const answers = await Promise.all(
      [conversation.toLowerCase(), nobody('cnv'), nobody('agt'), 'x'].map((id) => ada.get(`/v1/conversations/${id}`)),
    );
    for (const answer of answers) expectRefusal(answer, 404, 'conversation_not_found');
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    expect((await ada.get(`/v1/conversations/${conversation}`)).status).toBe(200);
  });

  it('are 404 not_found by a method that their path does not have', async () => {
    expectRefusal(await ada.put(`/v1/conversations/${conversation}`, {}), 404, 'not_found');
    expectRefusal(await ada.post('/v1/notifications', {}), 404, 'not_found');
  });

  it('ignore names that the query does not know, and take the first of a name that stands twice', async () => {
    await say(ada, conversation, 'one');
    await say(ada, conversation, 'two');
    const { status, body } = await ada.get(`/v1/conversations/${conversation}/messages?limit=1&limit=2&colour=red`);
    expect([status, body.items.length]).toEqual([200, 1]);
  });

  it('refuse limit=0', async () => {
    for (const path of [
      '/v1/conversations',
      '/v1/agents',
      '/v1/notifications',
      `/v1/conversations/${conversation}/messages`,
    ])
      expectRefusal(await ada.get(`${path}?limit=0`), 400, 'malformed_request');
  });

  it('ignore a charset, and refuse a byte-order mark', async () => {
    const path = `/v1/conversations/${conversation}/messages`;
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect((await ada.send('POST', path, { body: '{"text":"Grüße"}', headers })).status).toBe(201);
    expect((await messagesOf(ada, conversation)).at(-1)).toMatchObject({ body: 'Grüße' });
    const marked = await ada.send('POST', path, { body: '\ufeff{"text":"Hello."}', headers });
    expectRefusal(marked, 400, 'malformed_request');
  });
});

describe('§1 lists', () => {
  it('order items of one time by their ids, over pages too', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
    for (const { userId } of others) await ada.put(`/v1/users/${userId}/block`);
    const seen: string[] = [];
    const times = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await ada.get(`/v1/users/blocked?limit=1${cursor && `&cursor=${cursor}`}`);
      for (const { userId, blockedAt } of body.items) {
        seen.push(userId);
        times.add(blockedAt);
      }
      cursor = body.nextCursor;
    }
    expect(times.size).toBe(1);
    expect(seen).toEqual(
      others
        .map(({ userId }) => userId)
        .sort()
        .reverse(),
    );
  });

  it('take a cursor that another person got, and go through the caller’s own list', async () => {
    for (const person of [ada, ben])
      for (let made = 0; made < 2; made += 1) await openConversation(person, null, [await signUp(server)]);
    const { body } = await ada.get('/v1/conversations?limit=1');
    const next = await ada.get(`/v1/conversations?limit=1&cursor=${body.nextCursor}`);
    const others = await ben.get(`/v1/conversations?limit=200&cursor=${body.nextCursor}`);
    expect(next.body.items[0].conversationId).not.toBe(body.items[0].conversationId);
    expect(others.status).toBe(200);
    expect(others.body.items.map(({ conversationId }: { conversationId: string }) => conversationId)).not.toContain(
      next.body.items[0].conversationId,
    );
  });
});

describe('§1 deleting twice', () => {
  it('is 404 for a token, and 204 for a block that is not there', async () => {
    const { body } = await ada.post('/v1/tokens', { name: 'once' });
    const path = `/v1/tokens/${body.item.tokenId}`;
    expect((await ada.del(path)).status).toBe(204);
    expectRefusal(await ada.del(path), 404, 'token_not_found');
    for (let times = 0; times < 2; times += 1)
      expect((await ada.del(`/v1/users/${ben.userId}/block`)).status).toBe(204);
  });

  it('is 404 for a credential', async () => {
    const { body } = await ada.post(`/v1/agents/${agent.agentId}/credentials`);
    const path = `/v1/agents/${agent.agentId}/credentials/${body.credential.credentialId}`;
    expect((await ada.del(path)).status).toBe(204);
    expectRefusal(await ada.del(path), 404, 'credential_not_found');
  });
});

describe('§5 signatures that can be read in two ways', () => {
  it.each(['GET', 'HEAD'])('cover the body of a %s that has one, and else nothing', async (method) => {
    const send = (body: string, covered: string) => {
      const signature = `X-Agent-Signature: ${sign(agent.secret, agent.unix(), covered)}`;
      const authorization = `Authorization: ${agent.authorization}`;
      const lines = [
        'Host: localhost',
        authorization,
        signature,
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      return exchange(server.baseUrl, `${method} /hooks/v1/tools HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    };
    expect((await send('{}', '{}')).status).toBe(200);
    expect((await send('{}', '')).status).toBe(401);
    expect((await send('', '')).status).toBe(200);
  });

  it.each([
    [-300, 202],
    [300, 202],
    [-301, 401],
    [301, 401],
  ])('of a clock that is %i seconds off are %i', async (offset, status) => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    const answer = await agent.send('/hooks/v1/reply', replyTo(deliveryId, 'Here.'), { unix: agent.unix() + offset });
    expect(answer.status).toBe(status);
  });
});
