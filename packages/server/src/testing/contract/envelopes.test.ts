import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent } from './agent.ts';
import { eventually, quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

describe('§6 the person of an envelope', () => {
  it('is who wrote the message, whoever opened the room', async () => {
    const bob = await signUp(server, { locale: 'ja', timezone: 'Asia/Tokyo' });
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent, [bob]);
    const relay = await agent.stream();
    await say(bob, conversation, 'from Bob');
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.envelope.user).toEqual({ id: bob.userId, locale: 'ja', timezone: 'Asia/Tokyo' });
    expect(delivery?.envelope.messages[0]).toMatchObject({ author: 'user', author_id: bob.userId });
    relay.close();
  });

  it('has the locale and the time zone of the moment', async () => {
    const bob = await signUp(server);
    const agent = await registerAgent(server, bob);
    const conversation = await openConversation(bob, agent);
    const relay = await agent.stream();
    await say(bob, conversation, 'before');
    await bob.patch('/v1/session', { locale: 'fr', timezone: 'Europe/Paris' });
    await say(bob, conversation, 'after');
    const all = await relay.awaitDeliveries(2);
    expect(all.map(({ envelope }) => envelope.user.locale)).toEqual(['en', 'fr']);
    relay.close();
  });
});

describe('§3 another manifest', () => {
  it('moves an agent from the relay to a webhook, and back', async () => {
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const put = (change: object) =>
      ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: manifest({ handle: agent.handle, ...change }) });
    expect((await put({ transport: 'webhook', webhook_url: hook.url })).body.item.transport).toBe('webhook');
    const first = await deliver(ada, conversation, 'to the webhook');
    await awaitDelivery(server, agent, first, { status: 'delivered' });
    expect(hook.requests).toHaveLength(1);

    expect((await put({ transport: 'relay' })).body.item).toMatchObject({ transport: 'relay', webhookUrl: null });
    const relay = await agent.stream();
    const second = await deliver(ada, conversation, 'to the relay');
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.data.delivery_id).toBe(second);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    relay.close();
  });

  it('sends the next attempt to the new address', async () => {
    const [old, next] = [await startWebhook(server), await startWebhook(server)];
    old.answer(500);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: old.url });
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'moved');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    const change = manifest({ handle: agent.handle, transport: 'webhook', webhook_url: next.url });
    await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: change });
    await server.clock.advance(67_000);
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 2 });
    expect([old.requests.length, next.requests.length]).toEqual([1, 1]);
  });
});

describe('§3 revoking between attempts', () => {
  it('signs the next attempt by the credential that is left', async () => {
    const hook = await startWebhook(server);
    hook.answer(500);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const { credential } = (await ada.post(`/v1/agents/${agent.agentId}/credentials`)).body;
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'twice signed');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await ada.del(`/v1/agents/${agent.agentId}/credentials/${credential.credentialId}`);
    hook.answer(200);
    await server.clock.advance(67_000);
    await eventually(server, 'the second request', () => hook.requests.length === 2);
    expect(hook.requests.map((request) => request.headers.authorization)).toEqual([
      `HMAC ${agent.agentId}/${credential.credentialId}`,
      agent.authorization,
    ]);
  });
});
