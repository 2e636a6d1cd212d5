import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId, platformSignatureHeader, sign, writeAuthorization } from '@parley/protocol';
import { Agent } from '../agent.ts';
import { messageCreated } from '../fake-platform/envelopes.ts';

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
  test('answers 200 before the handler has run to its end', async () => {
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

  test('answers 401 to a body that was changed after it was signed', async () => {
    const honest = delivery(messageCreated('pay 1'));
    const changed = JSON.stringify(messageCreated('pay 1000'));
    const response = await agent.webhookHandler()(new Request(honest, { body: changed }));
    expect(response.status).toBe(401);
  });

  test('answers 401 before it reads what is not signed', async () => {
    const response = await agent.webhookHandler()(new Request('http://agent/', { method: 'POST', body: 'not json' }));
    expect(response.status).toBe(401);
  });

  test('handles a delivery that comes twice once', async () => {
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

  test('acknowledges an unknown event and ignores it', async () => {
    const response = await agent.webhookHandler()(delivery({ ...messageCreated('x'), event: 'planet.aligned' }));
    expect(response.status).toBe(200);
    expect(handled).toEqual([]);
  });

  test('refuses an envelope of another version, and a signed body that is none', async () => {
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
    expect(finished).toEqual(['handled', 'handled']);
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
