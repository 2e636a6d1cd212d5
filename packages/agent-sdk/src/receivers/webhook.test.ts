import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId, platformSignatureHeader, writeAuthorization } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import { Agent } from '../agent.ts';
import { messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform } from '../fake-platform/fake-platform.ts';
import { expressWebhook, fastifyWebhook, honoWebhook, lambdaWebhook, nextWebhook } from './adapters.ts';

const secret = Buffer.alloc(32, 7);
const agentId = newId('agent', Date.now());
const credentialId = newId('credential', Date.now());
let agent: Agent;
let handled: string[];

beforeEach(() => {
  handled = [];
  agent = makeAgent();
});

afterEach(() => agent.stop());

function bareAgent(options = {}): Agent {
  const base = { baseUrl: 'http://127.0.0.1:1', agentId, credentialId, secret: secret.toString('base64url') };
  return new Agent({ ...base, log: () => undefined, ...options });
}

function makeAgent(options = {}): Agent {
  return bareAgent(options).on('message.created', (ctx) => handled.push(ctx.text));
}

function signed(body: Uint8Array, key: Uint8Array = secret, credential = credentialId): Record<string, string> {
  return {
    'content-type': 'application/json',
    authorization: writeAuthorization(agentId, credential),
    [platformSignatureHeader]: sign(key, Date.now() / 1000, body),
  };
}

function delivery(envelope: object, key?: Uint8Array): Request {
  const body = Buffer.from(JSON.stringify(envelope));
  return new Request('http://agent/', { method: 'POST', headers: signed(body, key), body });
}

describe('the fetch-style handler', () => {
  test('Webhook deliveries: answers 200 before the handler has run to its end', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = bareAgent();
    slow.on('message.created', async (ctx) => {
      await held;
      handled.push(ctx.text);
    });
    const response = await slow.webhookHandler()(delivery(messageCreated('x')));
    expect(response.status).toBe(200);
    expect(handled).toEqual([]);
    release();
    await vi.waitFor(() => expect(handled).toEqual(['x']));
  });

  test('answers 401 to a signature with another secret, and handles nothing', async () => {
    const response = await agent.webhookHandler()(delivery(messageCreated('x'), Buffer.alloc(32, 8)));
    expect(response.status).toBe(401);
    expect(handled).toEqual([]);
  });

  test('answers 401 to a delivery for another agent', async () => {
    const body = Buffer.from(JSON.stringify(messageCreated('x')));
    const authorization = writeAuthorization(newId('agent', Date.now()), credentialId);
    const request = new Request('http://agent/', { method: 'POST', headers: { ...signed(body), authorization }, body });
    expect((await agent.webhookHandler()(request)).status).toBe(401);
    expect(handled).toEqual([]);
  });

  test('Webhook deliveries: answers 401 to a body that was changed after it was signed', async () => {
    const honest = delivery(messageCreated('pay 1'));
    const changed = JSON.stringify(messageCreated('pay 1000'));
    const response = await agent.webhookHandler()(new Request(honest, { body: changed }));
    expect(response.status).toBe(401);
  });

  test('Webhook deliveries: answers 401 before it reads what is not signed', async () => {
    const response = await agent.webhookHandler()(new Request('http://agent/', { method: 'POST', body: 'not json' }));
    expect(response.status).toBe(401);
  });

  test('Delivery envelope: handles a delivery that comes twice once', async () => {
    const handle = agent.webhookHandler();
    const envelope = messageCreated('once');
    expect((await handle(delivery(envelope))).status).toBe(200);
    expect((await handle(delivery(envelope))).status).toBe(200);
    await vi.waitFor(() => expect(handled).toEqual(['once']));
  });

  test('handles a delivery again whose handler failed and whose owner sends it again', async () => {
    const flaky = bareAgent();
    let failures = 1;
    const runs: string[] = [];
    flaky.catch(() => runs.push('failed'));
    flaky.on('message.created', () => {
      if (failures-- > 0) throw new Error('first time');
      runs.push('handled');
    });
    const envelope = messageCreated('x');
    await flaky.webhookHandler()(delivery(envelope));
    await vi.waitFor(() => expect(runs).toEqual(['failed']));
    await flaky.webhookHandler()(delivery(envelope));
    await vi.waitFor(() => expect(runs).toEqual(['failed', 'handled']));
  });

  test('Delivery envelope: acknowledges an unknown event and ignores it', async () => {
    const response = await agent.webhookHandler()(delivery({ ...messageCreated('x'), event: 'planet.aligned' }));
    expect(response.status).toBe(200);
    expect(handled).toEqual([]);
  });

  test('Delivery envelope: refuses an envelope of another version, and a signed body that is none', async () => {
    const handle = agent.webhookHandler();
    expect((await handle(delivery({ ...messageCreated('x'), version: '2' }))).status).toBe(400);
    expect((await handle(delivery({ hello: 'there' }))).status).toBe(400);
    expect((await handle(delivery(['x']))).status).toBe(400);
  });

  test('refuses other methods and bodies that are too long', async () => {
    const handle = agent.webhookHandler();
    expect((await handle(new Request('http://agent/'))).status).toBe(405);
    const long = new Request('http://agent/', { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) });
    expect((await handle(long)).status).toBe(413);
  });

  test('asks the platform to come back once the queue is full', async () => {
    const held = bareAgent({ queueLimit: 1 });
    let release = () => undefined as void;
    const open = new Promise<void>((resolve) => (release = resolve));
    held.use(() => open);
    expect((await held.webhookHandler()(delivery(messageCreated('a')))).status).toBe(200);
    const refused = await held.webhookHandler()(delivery(messageCreated('b')));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    release();
  });

  test('answers 503 once the agent stops', async () => {
    await agent.stop();
    expect((await agent.webhookHandler()(delivery(messageCreated('x')))).status).toBe(503);
  });

  test('takes a delivery that another of its credentials signed, and lets one wait that it does not hold', async () => {
    const newer = { credentialId: newId('credential', Date.now()), secret: Buffer.alloc(32, 9).toString('base64url') };
    const rotating = makeAgent({ otherCredentials: [newer] });
    const body = Buffer.from(JSON.stringify(messageCreated('rotated')));
    const headers = signed(body, Buffer.alloc(32, 9), newer.credentialId);
    const request = () => new Request('http://agent/', { method: 'POST', headers, body });
    expect((await agent.webhookHandler()(request())).status).toBe(503);
    expect((await rotating.webhookHandler()(request())).status).toBe(200);
  });

  test('handles first what an earlier process accepted and did not finish', async () => {
    const left = Buffer.from(JSON.stringify(messageCreated('left over')));
    const finished: string[] = [];
    const seen = {
      accept: () => true,
      finish: (_id: string, outcome: string) => void finished.push(outcome),
      unfinished: () => [left],
    };
    await makeAgent({ seen }).webhookHandler()(delivery(messageCreated('new')));
    await vi.waitFor(() => expect(handled).toEqual(['left over', 'new']));
    await vi.waitFor(() => expect(finished).toEqual(['handled', 'handled']));
  });
});

describe('the node listener', () => {
  test('takes a delivery over a socket, and closes it on a body that is too long', async () => {
    const server = createServer(agent.webhookListener()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const body = Buffer.from(JSON.stringify(messageCreated('over http')));
    expect((await fetch(url, { method: 'POST', headers: signed(body), body })).status).toBe(200);
    await vi.waitFor(() => expect(handled).toEqual(['over http']));
    const answer = await new Promise<{ status: number | undefined; connection: string | undefined }>(
      (resolve, reject) => {
        const request = httpRequest(url, { method: 'POST', headers: { 'content-length': 5_000_000 } }, (response) => {
          resolve({ status: response.statusCode, connection: response.headers.connection });
          request.destroy();
        });
        request.on('error', reject);
        request.write(Buffer.alloc(1000));
      },
    );
    expect(answer).toEqual({ status: 413, connection: 'close' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

/** What body-parser, and so express.json(), does to a request. */
async function parseJson(request: IncomingMessage & { body?: unknown; _body?: boolean }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  request.body = JSON.parse(bytes.toString());
  request._body = true;
  return bytes;
}

describe('a body that was read before', () => {
  let logged: string[];
  beforeEach(() => {
    logged = [];
    agent = makeAgent({ log: (level: string, message: string) => logged.push(`${level} ${message}`) });
  });

  type Step = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

  /** Posts a delivery to a server on which `first` runs before the agent. */
  async function post(first: Step): Promise<Response> {
    const listener = agent.webhookListener();
    const server = createServer(
      (request, response) => void first(request, response).then(() => listener(request, response)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const body = Buffer.from(JSON.stringify(messageCreated('parsed')));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const response = await fetch(url, { method: 'POST', headers: signed(body), body });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return response;
  }

  test('is used where express.json() kept its bytes as rawBody', async () => {
    const response = await post(async (request) => Object.assign(request, { rawBody: await parseJson(request) }));
    expect(response.status).toBe(200);
    await vi.waitFor(() => expect(handled).toEqual(['parsed']));
  });

  test('is used where express.raw() left it as a Buffer', async () => {
    const response = await post(async (request) => Object.assign(request, { body: await parseJson(request) }));
    expect(response.status).toBe(200);
  });

  test('is written again where express.json() threw its bytes away', async () => {
    expect((await post(parseJson)).status).toBe(200);
    await vi.waitFor(() => expect(handled).toEqual(['parsed']));
  });

  test('is refused where what a parser left is not what was signed, and the log says what to do', async () => {
    const response = await post(async (request) => {
      await parseJson(request);
      (request as { body?: object }).body = { ...messageCreated('another') };
    });
    expect(response.status).toBe(401);
    expect(logged.join()).toMatch(/error .*express\.json\(.*request\.rawBody = bytes/);
    expect(handled).toEqual([]);
  });

  test('is named where it was read and nothing is left of it', async () => {
    const response = await post(async (request) => {
      for await (const chunk of request) expect(chunk).toBeDefined();
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: { code: 'body_already_read' } });
    expect(logged).toEqual([expect.stringMatching(/^error .*request\.rawBody/)]);
  });

  test('is named where a fetch-style router read it', async () => {
    const request = delivery(messageCreated('x'));
    await request.json();
    expect((await agent.webhookHandler()(request)).status).toBe(500);
    expect(logged).toEqual([expect.stringMatching(/^error .*request\.json\(\)/)]);
  });
});

/** Express brings no types. */
const withoutTypes: string = 'express';
interface Express {
  (): RequestListener & { use(step: unknown): void; post(path: string, step: unknown): void };
  json(): unknown;
}

describe('the adapters take a delivery', () => {
  const body = Buffer.from(JSON.stringify(messageCreated('adapted')));
  afterEach(() => vi.waitFor(() => expect(handled).toEqual(['adapted'])));

  test('in Fastify, whose own parser reads JSON, with the plugin and without', async () => {
    const request = { method: 'POST', headers: signed(body), body } as const;
    const app = fastify();
    app.post('/parsed', agent.webhookListener());
    await app.register(fastifyWebhook(agent), { prefix: '/hooks' });
    expect((await app.inject({ ...request, url: '/hooks' })).statusCode).toBe(200);
    expect((await app.inject({ ...request, url: '/parsed' })).statusCode).toBe(200);
    await app.close();
  });

  test('in Express, after express.json()', async () => {
    const { default: express } = (await import(withoutTypes)) as { default: Express };
    const app = express();
    app.use(express.json());
    app.post('/hooks', expressWebhook(agent));
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    expect((await fetch(url, { method: 'POST', headers: signed(body), body })).status).toBe(200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('in Hono, unread and after c.req.json(), and keep its worker awake', async () => {
    const app = new Hono();
    const awake: Promise<unknown>[] = [];
    app.post('/unread', honoWebhook(agent));
    app.use('/read', async (context, next) => {
      await context.req.json();
      await next();
    });
    app.post('/read', honoWebhook(agent));
    const request = () => ({ method: 'POST', headers: signed(body), body });
    const context = {
      waitUntil: (work: Promise<unknown>) => void awake.push(work),
      passThroughOnException: () => {},
      props: {},
    };
    expect((await app.request('/unread', request(), {}, context)).status).toBe(200);
    await Promise.all(awake);
    expect(handled).toEqual(['adapted']);
    expect((await app.request('/read', request())).status).toBe(200);
  });

  test('in Next, with after', async () => {
    const tasks: Promise<unknown>[] = [];
    const POST = nextWebhook(agent, { after: (task) => tasks.push(task) });
    const request = new Request('http://agent/', { method: 'POST', headers: signed(body), body });
    expect((await POST(request)).status).toBe(200);
    await Promise.all(tasks);
    expect(handled).toEqual(['adapted']);
  });

  test('in Lambda, which answers when the handlers are done', async () => {
    const handler = lambdaWebhook(agent);
    const event = { requestContext: { http: { method: 'POST' } }, headers: signed(body), isBase64Encoded: true };
    expect(await handler({ ...event, body: body.toString('base64') })).toMatchObject({ statusCode: 200 });
    expect(handled).toEqual(['adapted']);
    const unsigned = await handler({ httpMethod: 'POST', headers: {}, body: '{}' });
    expect(unsigned).toMatchObject({ statusCode: 401, body: '{"error":{"code":"unauthorized"}}' });
  });
});

describe('an agent that only serves a webhook', () => {
  let platform: FakePlatform;
  let warnings: string[];
  beforeEach(async () => {
    platform = await new FakePlatform().start();
    warnings = [];
    const log = (level: string, message: string) => void (level === 'warn' && warnings.push(message));
    agent = new Agent({ ...platform.options, log });
  });
  afterEach(() => platform.stop());

  test('is warned where it is registered for the relay', async () => {
    platform.relay.transport = 'relay';
    agent.webhookListener();
    await vi.waitFor(() =>
      expect(warnings).toEqual([expect.stringMatching(/registered for the relay.*startRelay\(\)/)]),
    );
    expect(platform.relay.opened).toBe(0);
  });

  test('hears nothing where all is well, or where it has a relay too', async () => {
    agent.webhookListener();
    await vi.waitFor(() => expect(platform.relay.asked).toBe(1));
    platform.relay.transport = 'relay';
    const both = new Agent({
      ...platform.options,
      log: (level, message) => void (level === 'warn' && warnings.push(message)),
    });
    both.webhookListener();
    await both.startRelay();
    await vi.waitFor(() => expect(platform.relay.asked).toBe(2));
    await both.stop();
    expect(warnings).toEqual([]);
  });
});
