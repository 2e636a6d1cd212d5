import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { grant, prefer } from './speak.ts';
import { giveTask } from './task.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;
const requested_scopes = ['clock.read', 'coin.charge'].map((scope) => ({ scope, reason: 'To be of use.' }));

beforeAll(async () => {
  [ada, ben] = [await signUp(server), await signUp(server)];
});
beforeEach(async () => {
  agent = await registerAgent(server, ada, { access: 'public', requested_scopes });
  conversation = await openConversation(ben, agent, [ada]);
  deliveryId = await deliver(ben, conversation, 'hello');
});

const check = (id = deliveryId, by = agent) => by.send(`/hooks/v1/deliveries/${id}`);

describe('§12 a delivery that its agent asks about', () => {
  it('says what it authorizes', async () => {
    const createdAt = Date.parse(
      (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body.item.createdAt,
    );
    const { status, body } = await check();
    expect(status).toBe(200);
    expect(body).toEqual({
      delivery_id: deliveryId,
      event: 'message.created',
      conversation_id: conversation,
      granted_scopes: [],
      stopped: false,
      replies_left: 20,
      expires_at: new Date(createdAt + 7 * 86_400_000).toISOString(),
    });
  });

  it('has the scopes that the person on whose behalf it is grants now', async () => {
    await grant(ada, agent, 'coin.charge', 'clock.read');
    expect((await check()).body.granted_scopes).toEqual([]);
    await grant(ben, agent, 'coin.charge');
    expect((await check()).body.granted_scopes).toEqual(['coin.charge']);
    await grant(ben, agent);
    expect((await check()).body.granted_scopes).toEqual([]);
  });

  it('counts final replies, not drafts and not another delivery’s', async () => {
    const other = await deliver(ben, conversation, 'and now?');
    await agent.reply(other, 'now');
    await agent.reply(deliveryId, 'half', { partial: true });
    expect((await check()).body.replies_left).toBe(20);
    await agent.reply(deliveryId, 'whole');
    await agent.reply(deliveryId, 'and more');
    expect((await check()).body.replies_left).toBe(18);
  });

  it('that was stopped says so, and takes no more replies', async () => {
    const { messageId, deliveries } = await say(ben, conversation, 'never mind');
    const [{ deliveryId: stopped }] = deliveries;
    await agent.reply(stopped, 'half', { partial: true });
    expect((await ben.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`)).status).toBe(202);
    expect((await check(stopped)).body).toMatchObject({ stopped: true, replies_left: 0 });
    expectRefusal(await agent.reply(stopped, 'late'), 409, 'reply_stopped');
    expect((await check()).body).toMatchObject({ stopped: false, replies_left: 20 });
  });

  it('names its event', async () => {
    const { deliveries } = await giveTask(ben, conversation);
    expect((await check(deliveries[0].deliveryId)).body.event).toBe('task.assigned');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an unknown delivery', async () => check(nobody('dlv'))],
    ['no id', async () => check('dlv_1')],
    ['another agent’s delivery', async () => check(deliveryId, await registerAgent(server, ada))],
    [
      'one of a room that the agent has left',
      async () => {
        await ben.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
        return check();
      },
    ],
    [
      'one of a person who has blocked the agent',
      async () => {
        await prefer(ben, agent, { blocked: true });
        return check();
      },
    ],
  ])('is the collapsed 404 for %s', async (_name, ask) => {
    expectRefusal((await ask()) as Awaited<ReturnType<typeof check>>, 404, 'delivery_not_found');
  });

  it('is that 404 after 7 days', async () => {
    await server.clock.leap(7 * 86_400_000 - 60_000);
    expect((await check()).status).toBe(200);
    await server.clock.leap(120_000);
    expectRefusal(await check(), 404, 'delivery_not_found');
  });
});
