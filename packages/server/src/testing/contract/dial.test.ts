import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentWith, manifest, registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

const register = (person: Person, url: string) =>
  person.post('/v1/agents', { manifest: manifest({ transport: 'webhook', webhook_url: url }) });

describe('§6 the webhook dial', () => {
  // A server for this machine alone would accept webhooks to it over http.
  const server = useServer({ PARLEY_HOST: '0.0.0.0' });
  let ada: Person;
  let listener: TcpServer;
  let connections = 0;

  beforeAll(async () => {
    ada = await signUp(server);
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(8443, '::', resolve);
    });
  });
  afterAll(() => new Promise((resolve) => listener.close(resolve)));

  /** Registers the target and, if that is allowed, sends one delivery to it. */
  const reach = async (url: string): Promise<void> => {
    const answer = await register(ada, url);
    if (answer.status === 400) return;
    expect(answer.status).toBe(201);
    const { agentId, handle, name } = answer.body.item;
    const agent: Agent = agentWith(server, ada, { agentId, handle, name }, answer.body.credential);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'ssrf');
    const found = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(found.dispatchedAt).toBeNull();
    expect(found.attempts[0].statusCode).toBeNull();
    expect(found.attempts[0].responseSnippet ?? '').toBe('');
  };

  it.each([
    'https://127.0.0.1:8443/',
    'https://127.1:8443/',
    'https://0x7f.0.0.1:8443/',
    'https://2130706433:8443/',
    'https://017700000001:8443/',
    'https://0.0.0.0:8443/',
    'https://localhost:8443/',
    'https://localhost.:8443/',
    'https://[::1]:8443/',
    'https://[::]:8443/',
    'https://[::ffff:127.0.0.1]:8443/',
    'https://[::ffff:7f00:1]:8443/',
    'https://[64:ff9b::7f00:1]:8443/',
    'https://127.0.0.1。:8443/',
  ])('does not reach this machine by %s', async (url) => {
    const before = connections;
    await reach(url);
    expect(connections).toBe(before);
  });

  it.each([
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
  ])('does not dial %s', reach);

  it.each(['https://93.184.215.14:8080/', 'https://93.184.215.14:22/', 'http://93.184.215.14/'])(
    'keeps to https and its two ports: %s',
    reach,
  );

  it('refuses plain http at registration', async () => {
    const answer = await register(ada, `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/manifest/webhook_url' });
  });
});

describe('§6 PARLEY_WEBHOOK_ALLOW', () => {
  const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.1/32' });
  let ada: Person;

  beforeAll(async () => {
    ada = await signUp(server);
  });

  it('lets plain http on any port pass for the addresses it names', async () => {
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'trusted');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
  });

  it('lets no other address pass', async () => {
    const hook = await startWebhook(server);
    const answer = await register(ada, hook.url.replace('127.0.0.1', '127.0.0.2'));
    if (answer.status === 201) {
      const { agentId, handle, name } = answer.body.item;
      const agent = agentWith(server, ada, { agentId, handle, name }, answer.body.credential);
      const deliveryId = await deliver(ada, await openConversation(ada, agent), 'not trusted');
      await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    } else expect(answer.status).toBe(400);
    expect(hook.requests).toEqual([]);
  });
});
