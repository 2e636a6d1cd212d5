import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import { showForm } from './form.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliver, deliveryOf, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer } from './speak.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
let bea: Person;

beforeAll(async () => {
  [ada, bea] = await Promise.all([signUp(server), signUp(server)]);
});

const publicAgent = (change = {}): Promise<Agent> => registerAgent(server, ada, { access: 'public', ...change });
const block = (agent: Agent, blocked = true) => prefer(bea, agent, { blocked });
const withdrawn = { status: 'failed', nextAttemptAt: null };

describe('§10 blocking', () => {
  it('withdraws what is queued for that person; neither a stream, nor unblocking, nor a replay brings it back', async () => {
    const agent = await publicAgent();
    const deliveryId = await deliver(bea, await openConversation(bea, agent), 'hello');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await block(agent);
    const ended = await deliveryOf(agent, deliveryId);
    expect(ended).toMatchObject(withdrawn);
    expect(ended.attempts.at(-1).outcome).toBe('withdrawn');
    await block(agent, false);
    const inbox = await openInbox(agent);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    const replay = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expectRefusal(replay, 409, 'delivery_withdrawn');
    expect(await deliveryOf(agent, deliveryId)).toMatchObject(withdrawn);
    inbox.close();
  });

  it('keeps its owner from sending a delivery of before again, until it ends', async () => {
    const agent = await publicAgent();
    const inbox = await openInbox(agent);
    const deliveryId = await deliver(bea, await openConversation(bea, agent), 'hello');
    await inbox.awaitEnvelope('message.created');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    await block(agent);
    const replay = () => ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expectRefusal(await replay(), 409, 'delivery_withdrawn');
    await quiet(server);
    expect(inbox.envelopes()).toHaveLength(1);
    await block(agent, false);
    expect((await replay()).status).toBe(202);
    inbox.close();
  });

  it('withdraws what the server has in hand behind an attempt that is under way', async () => {
    const hook = await startWebhook(server);
    let answerFirst = () => undefined as void;
    hook.answer(() => new Promise((resolve) => (answerFirst = () => resolve({ status: 200 }))));
    const agent = await publicAgent({ transport: 'webhook', webhook_url: hook.url });
    const conversation = await openConversation(bea, agent);
    await deliver(bea, conversation, 'one');
    await hook.awaitRequests(1);
    const second = await deliver(bea, conversation, 'two');
    await block(agent);
    answerFirst();
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    expect(await deliveryOf(agent, second)).toMatchObject(withdrawn);
  });

  it('does not touch what is queued for others of a group, nor for other agents', async () => {
    const [agent, other] = [await publicAgent(), await publicAgent()];
    const group = await openConversation(bea, agent, [ada]);
    const adas = await deliver(ada, group, 'hello');
    const beas = await deliver(bea, group, 'hello');
    const elsewhere = await deliver(bea, await openConversation(bea, other), 'hello');
    for (const [of, id] of [
      [agent, adas],
      [agent, beas],
      [other, elsewhere],
    ] as const) {
      await awaitDelivery(server, of, id, { status: 'failed', attempts: 1 });
    }
    await block(agent);
    expect(await deliveryOf(agent, beas)).toMatchObject(withdrawn);
    expect((await deliveryOf(agent, adas)).nextAttemptAt).not.toBeNull();
    expect((await deliveryOf(other, elsewhere)).nextAttemptAt).not.toBeNull();
  });

  it('withdraws a form that this person answered, and no answer of somebody else in their room', async () => {
    const agent = await publicAgent();
    const conversations = [
      await openConversation(bea, agent, [ada]),
      await openConversation(ada, agent, [bea]),
    ] as const;
    const adas = await (await showForm(agent, ada, conversations[0])).submit(ada, { size: 'M' });
    const beas = await (await showForm(agent, ada, conversations[1])).submit(bea, { size: 'M' });
    const [idOfAda, idOfBea] = [adas, beas].map(({ body }) => body.deliveries[0].deliveryId as string);
    await block(agent);
    expect(await deliveryOf(agent, idOfBea ?? '')).toMatchObject(withdrawn);
    expect(
      (await deliveryOf(agent, idOfAda ?? '')).attempts.map(({ outcome }: { outcome: string }) => outcome),
    ).not.toContain('withdrawn');
  });

  it('drops what the agent had begun to answer to that person alone', async () => {
    const agent = await publicAgent();
    const group = await openConversation(bea, agent, [ada]);
    const [adas, beas] = [await deliver(ada, group, 'one'), await deliver(bea, group, 'two')];
    await agent.reply(adas, 'for Ada', { partial: true });
    await agent.reply(beas, 'for Bea', { partial: true });
    await block(agent);
    const drafts = (await messagesOf(ada, group)).filter((message) => message.partial);
    expect(drafts).toMatchObject([{ replyToDeliveryId: adas }]);
  });
});
