import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { agentUploaded, png, uploaded } from './files.ts';
import { call, type Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let assetId: string;
beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  assetId = await uploaded(ada, png);
});

const asked = (path: string, method: string, headers: Record<string, string>): Promise<Answer> =>
  call(server.baseUrl + path, { method, headers });
/** Headers that differ between any two answers, or that concern the connection. */
const passing = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
const lasting = ({ headers }: Answer) => Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)));

async function expectAlike(path: string, headers: Record<string, string> = {}, status = 200): Promise<void> {
  const [get, head] = [await asked(path, 'GET', headers), await asked(path, 'HEAD', headers)];
  expect([path, get.status, head.status]).toEqual([path, status, status]);
  expect(head.text).toBe('');
  expect(head.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const [of, wanted] = [lasting(head), lasting(get)];
  // Metrics count the previous request, and a refusal contains its request id.
  if (path === '/metrics') for (const one of [of, wanted]) delete one['content-length'];
  expect(of).toEqual(wanted);
}

describe('§10 HEAD', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/schemas/v1/delivery.schema.json',
    '/sign-in',
    '/docs',
  ])('answers as GET does at %s', async (path) => {
    const { status } = await asked(path, 'GET', {});
    await expectAlike(path, {}, status);
  });

  it.each(['/v1/session', '/v1/conversations', '/v1/agents', '/v1/notifications'])(
    'answers a person as GET does at %s',
    async (path) => {
      await expectAlike(path, { cookie: ada.cookie });
      await expectAlike(path, {}, 401);
    },
  );

  it('answers with what an asset is, without its bytes, and with a range of it', async () => {
    const path = `/v1/assets/${assetId}`;
    await expectAlike(path, { cookie: ada.cookie });
    await expectAlike(path, { cookie: ada.cookie, range: 'bytes=1-5' }, 206);
    await expectAlike(path, { cookie: ada.cookie, range: 'bytes=999999-' }, 416);
    expect((await asked(path, 'HEAD', { cookie: ada.cookie })).headers.get('content-length')).toBe(String(png.length));
    const link = await agent.send(`/hooks/v1/assets/${await agentUploaded(agent, png)}/url`);
    await expectAlike(link.body.url.replace(server.baseUrl, ''));
  });

  it('opens no stream, and ends after the headers of one', async () => {
    const signature = { authorization: agent.authorization, 'x-agent-signature': sign(agent.secret, agent.unix()) };
    for (const [path, headers] of [
      ['/v1/events', { cookie: ada.cookie }],
      ['/v1/feed', { cookie: ada.cookie }],
      ['/hooks/v1/stream', signature],
      [`/v1/agents/${agent.agentId}/listen`, { cookie: ada.cookie }],
    ] as const) {
      const answer = await asked(path, 'HEAD', headers);
      expect([path, answer.status, answer.text]).toEqual([path, 200, '']);
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    }
    expect((await ada.get('/v1/quota')).body.items).toContainEqual(
      expect.objectContaining({ name: 'event_streams', used: 0 }),
    );
    const connection = (await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item;
    expect(connection).toMatchObject({ state: 'never', streams: 0, listening: null });
    const metrics = (await asked('/metrics', 'GET', {})).text;
    for (const kind of ['browser', 'relay']) expect(metrics).toContain(`parley_open_streams{kind="${kind}"} 0`);
  });

  it('answers an agent as GET does, by a signature over nothing, and refuses it without', async () => {
    const headers = { authorization: agent.authorization, 'x-agent-signature': sign(agent.secret, agent.unix()) };
    await expectAlike('/hooks/v1/agents/search?q=x', headers);
    await expectAlike('/hooks/v1/agents/search?q=x', {}, 401);
  });

  it('is answered where there is nothing', async () => {
    await expectAlike('/nowhere', {}, 404);
    await expectAlike('/v1/nowhere', {}, 404);
  });
});
