import { beforeAll, describe, expect, it } from 'vitest';
import { agentWith, manifest, registerAgent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { openBrowser } from './push-receiver.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

const register = (person: Person, webhook_url: string) =>
  person.post('/v1/agents', { manifest: manifest({ transport: 'webhook', webhook_url }) });

describe('§6 webhooks of a server for one machine', () => {
  const server = useServer();
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(server);
  });

  it.each(['127.0.0.1', 'localhost'])('are posted over http to %s', async (host) => {
    const hook = await startWebhook(server);
    const url = hook.url.replace('127.0.0.1', host);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: url });
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'hello');
    const [request] = await hook.awaitRequests(1);
    expect(request?.envelope.delivery_id).toBe(deliveryId);
  });

  it.each(['http://10.0.0.1/', 'http://192.168.1.1:8080/', 'http://parley.example/', 'http://0.0.0.0/'])(
    'are no reason to take plain http elsewhere: %s',
    async (url) => {
      const { status, body } = await register(ada, url);
      expect([status, body.error.path]).toEqual([400, '/manifest/webhook_url']);
      expect(body.error.hint).toContain('PARLEY_WEBHOOK_ALLOW');
    },
  );

  it.each(['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Whatever'])(
    '§27 are not registered by a request with %s, which comes through a proxy',
    async (name) => {
      const headers = { [name]: 'somewhere', 'content-type': 'application/json' };
      const send = (method: string, path: string, body: unknown) =>
        ada.send(method, path, { headers, body: JSON.stringify(body) });
      const about = { manifest: manifest({ transport: 'webhook', webhook_url: 'http://127.0.0.1:9/' }) };
      expectRefusal(await send('POST', '/v1/agents', about), 400, 'malformed_request', '/manifest/webhook_url');
      const { agentId } = await registered('http://127.0.0.1:9/');
      const replaced = await send('PUT', `/v1/agents/${agentId}/manifest`, about);
      expectRefusal(replaced, 400, 'malformed_request', '/manifest/webhook_url');
      const { p256dh, auth } = await openBrowser();
      const subscription = { endpoint: 'http://127.0.0.1:9/push', keys: { p256dh, auth } };
      const subscribed = await send('POST', '/v1/push/subscriptions', subscription);
      expectRefusal(subscribed, 400, 'malformed_request', '/endpoint');
      expect((await ada.post('/v1/push/subscriptions', subscription)).status).toBe(201);
    },
  );

  it('say in the delivery log what would allow an address that is not public', async () => {
    const { agentId, handle, name, credential } = await registered('https://10.0.0.1/');
    const agent = agentWith(server, ada, { agentId, handle, name }, credential);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'x');
    const { attempts } = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(attempts[0]).toMatchObject({
      outcome: 'address_refused',
      error: expect.stringContaining('PARLEY_WEBHOOK_ALLOW'),
    });
  });

  async function registered(url: string) {
    const { body } = await register(ada, url);
    return { ...body.item, credential: body.credential };
  }
});

describe.each([{ PARLEY_TRUSTED_PROXIES: '127.0.0.1' }, { PARLEY_HOST: '0.0.0.0' }])(
  '§6 webhooks of a server that others reach by %j',
  (env) => {
    const server = useServer(env);

    it('are not posted to it over http', async () => {
      const { status, body } = await register(await signUp(server), 'http://127.0.0.1:9/');
      expect([status, body.error.path]).toEqual([400, '/manifest/webhook_url']);
      expect(body.error.hint).toContain('PARLEY_WEBHOOK_ALLOW');
    });
  },
);
