import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { call } from './http.ts';
import { cookieOf, personWith, signUp } from './person.ts';
import { openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';

describe('§9 health and metrics', () => {
  const server = useServer();

  it.each(['/healthz', '/readyz'])('%s answers 200 without a session', async (path) => {
    expect((await call(server.baseUrl + path)).status).toBe(200);
  });

  it('shows metrics in the text format of Prometheus', async () => {
    const { status, headers, text } = await call(`${server.baseUrl}/metrics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain|openmetrics/);
    expect(text).toMatch(/^# HELP \w+ .+$/m);
    expect(text).toMatch(/^# TYPE \w+ (counter|gauge|histogram|summary)$/m);
  });

  it('shows no secret and no text of anybody in them', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    await say(ada, await openConversation(ada, agent), 'a most private sentence');
    const { text } = await call(`${server.baseUrl}/metrics`);
    for (const secret of [agent.secret, ada.cookie.split('=')[1]!, 'private sentence'])
      expect(text).not.toContain(secret);
  });
});

describe('§6 the published schemas', () => {
  const server = useServer();

  it.each(['/schemas/v1/delivery.schema.json', '/schemas/v1/blocks.schema.json'])(
    '%s is JSON Schema 2020-12, without a session',
    async (path) => {
      const { status, headers, text } = await call(server.baseUrl + path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('json');
      expect(JSON.parse(text).$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    },
  );

  it('name all nine events of an envelope', async () => {
    const { text } = await call(`${server.baseUrl}/schemas/v1/delivery.schema.json`);
    for (const event of [
      'message.created',
      'task.assigned',
      'task.cancelled',
      'approval.resolved',
      'tick.scheduled',
      'member.joined',
      'tool.result',
      'form.submitted',
      'agent.call',
    ])
      expect(text).toContain(`"${event}"`);
  });

  it('name every type of block that an agent may send', async () => {
    const { text } = await call(`${server.baseUrl}/schemas/v1/blocks.schema.json`);
    const types =
      'text card image file buttons form task_update progress table audio video thinking tool_use tool_result list location event notification intent needs_human chart';
    for (const type of types.split(' ')) expect(text).toContain(`"${type}"`);
  });
});

describe('§9 the demo', () => {
  const server = useServer({ PARLEY_DEMO: '1' });
  let cookie: string;

  beforeAll(async () => {
    cookie = cookieOf(await call(server.demoUrl!));
  });

  it('has a link that sets the cookie and leads to the front page', async () => {
    expect(server.demoUrl).toMatch(/\/demo\/[\w-]{16,}$/);
    const answer = await call(server.demoUrl!);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^(https?:\/\/[^/]+)?\/$/);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^parley_session=.+HttpOnly/i);
  });

  it('signs in a person who has a room with a live agent', async () => {
    const person = personWith(server, cookie, {});
    expect((await person.get('/v1/session')).status).toBe(200);
    const { items } = (await person.get('/v1/conversations')).body;
    expect(items.length).toBeGreaterThanOrEqual(1);
    const { agentId } = items[0].agentMembers[0];
    expect((await person.get(`/v1/agents/${agentId}`)).body.item.status).toBe('live');
  });

  it('opens to nobody who guesses', async () => {
    for (const token of ['', 'guess', `${'A'.repeat(43)}`]) {
      const answer = await call(`${server.baseUrl}/demo/${token}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('§9 without the demo', () => {
  const server = useServer({ PARLEY_DEMO: '0' });

  it('has no link', async () => {
    expect(server.demoUrl).toBeNull();
    expect((await call(`${server.baseUrl}/demo/guess`)).status).toBe(404);
  });
});
