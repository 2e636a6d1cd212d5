import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server);
});

describe('§5 Agent relay: ready says how the agent is registered', () => {
  it('tells an agent on webhooks that nothing comes over its stream, and keeps to it', async () => {
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const relay = await agent.stream();
    const ready = await relay.awaitEvent('ready');
    expect(ready.transport).toBe('webhook');
    expect(ready.notice).toMatch(/no delivery comes over this stream.*webhook_url.*\.$/);
    await say(ada, await openConversation(ada, agent), 'hello');
    await hook.awaitRequests(1);
    expect(relay.deliveries()).toEqual([]);
    relay.close();
  });

  it('has no notice for an agent on the relay', async () => {
    const agent = await registerAgent(server, ada);
    const relay = await agent.stream();
    const ready = await relay.awaitEvent('ready');
    expect([ready.transport, 'notice' in ready]).toEqual(['relay', false]);
    relay.close();
  });

  it('comes alone where only that is asked, and no delivery falls due for it', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    await say(ada, conversation, 'waits');
    await quiet(server);
    const answer = await agent.send('/hooks/v1/stream?only=ready');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"transport":"relay"');
    await quiet(server);
    const { items } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries`)).body;
    expect(items).toMatchObject([{ status: 'failed', attemptCount: 1 }]);
  });
});
