import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import { quiet } from './eventually.ts';
import { uploaded, png } from './files.ts';
import type { Json } from './http.ts';
import { signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer, proactive, speak } from './speak.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer();
let desk: Desk;

beforeEach(async () => {
  desk = await openDesk(server, ['clock.read', 'coin.charge', proactive]);
  return () => desk.inbox.close();
});

const block = (blocked = true) => prefer(desk.person, desk.agent, { blocked });
const at = (path: string) => `/v1/conversations/${desk.conversation}/${path}`;

describe('§3 what a block stops', () => {
  it('is whatever that person sends', async () => {
    const assetId = await uploaded(desk.person, png);
    await block();
    const answers = [
      await desk.person.post(at('messages'), { text: 'hello' }),
      await desk.person.post(at('attachments'), { assetId }),
      await desk.person.post(at('tasks'), { title: 'a', instructions: 'b' }),
    ];
    for (const answer of answers) expectRefusal(answer, 403, 'agent_blocked');
    await quiet(server);
    expect(desk.inbox.envelopes()).toHaveLength(1);
  });

  it('is replies to deliveries on that person’s behalf, from then on', async () => {
    expect((await desk.agent.reply(desk.deliveryId, 'before')).status).toBe(202);
    await block();
    expectRefusal(await desk.agent.reply(desk.deliveryId, 'after'), 404, 'delivery_not_found');
    const partial = await desk.agent.reply(desk.deliveryId, 'partly', { partial: true });
    expectRefusal(partial, 404, 'delivery_not_found');
    expect(await messagesOf(desk.person, desk.conversation)).toHaveLength(2);
  });

  it('is updates of that person’s tasks', async () => {
    const { item, deliveries } = await giveTask(desk.person, desk.conversation);
    // Acknowledged first: a task fails if the block withdraws its assignment.
    await desk.agent.ack(deliveries[0].deliveryId);
    await block();
    const answer = await updateTask(desk.agent, deliveries[0].deliveryId, 'completed', { note: 'done' });
    expectRefusal(answer, 404, 'delivery_not_found');
    expect((await desk.person.get(`/v1/tasks/${item.taskId}`)).body.item.status).toBe('assigned');
  });

  it('is acting for that person with tools', async () => {
    await block();
    for (const [tool, args] of [
      ['clock.now', {}],
      ['coin.charge', { amount: 1, reason: 'tea' }],
    ] as const) {
      const answer = await desk.invoke(tool, args);
      expect([403, 404]).toContain(answer.status);
    }
    expect((await desk.person.get('/v1/approvals')).body.items).toEqual([]);
  });

  it('is proactive messages, as if the scope had never been granted', async () => {
    await block();
    expectRefusal(await speak(desk.agent, desk.conversation), 403, 'scope_not_granted');
  });

  it('ends with the block', async () => {
    await block();
    await block(false);
    expect((await desk.agent.reply(desk.deliveryId, 'again')).status).toBe(202);
    expect((await desk.invoke('clock.now')).status).toBe(200);
    expect((await speak(desk.agent, desk.conversation)).status).toBe(202);
    expect((await desk.person.post(at('messages'), { text: 'hello' })).status).toBe(201);
  });

  it('does not touch the others of a group, nor what they hear', async () => {
    const cyd = await signUp(server);
    const group = await openConversation(cyd, desk.agent, [desk.person]);
    await block();
    expectRefusal(
      await desk.person.post(`/v1/conversations/${group}/messages`, { text: 'hello' }),
      403,
      'agent_blocked',
    );
    expect((await desk.agent.reply(await deliver(cyd, group, 'hello'), 'for both')).status).toBe(202);
    const heard = async (person: typeof cyd): Promise<Json[]> => messagesOf(person, group);
    expect((await heard(cyd)).at(-1).notify).toBe(true);
    expect((await heard(desk.person)).at(-1).blocks).toEqual([{ type: 'text', text: 'for both' }]);
  });

  it('is nothing among people', async () => {
    const cyd = await signUp(server);
    const conversation = await openConversation(desk.person, null, [cyd]);
    await block();
    expect((await say(desk.person, conversation, 'hello')).deliveries).toEqual([]);
  });
});

describe('§4 what muting changes', () => {
  const muteAgent = () => prefer(desk.person, desk.agent, { muted: true });
  const muteConversation = () => desk.person.put(at('preferences'), { muted: true });

  it.each([
    ['the agent', muteAgent],
    ['the room', muteConversation],
  ])('in %s is no message, no delivery and no answer, but every notification', async (_what, mute) => {
    await mute();
    expect((await say(desk.person, desk.conversation, 'hello')).deliveries).toHaveLength(1);
    expect((await desk.agent.reply(desk.deliveryId, 'quietly')).status).toBe(202);
    const newest = (await messagesOf(desk.person, desk.conversation)).at(-1);
    expect(newest).toMatchObject({ blocks: [{ type: 'text', text: 'quietly' }], notify: false });
    const { items } = (await desk.person.get('/v1/notifications')).body;
    expect(items.filter((item: Json) => item.type === 'message')).toEqual([]);
  });

  it('in the agent is proactive messages; in the room it is not', async () => {
    await muteConversation();
    expect((await speak(desk.agent, desk.conversation)).status).toBe(202);
    await muteAgent();
    expectRefusal(await speak(desk.agent, desk.conversation), 403, 'scope_not_granted');
  });

  it('is no tool: the agent may still act', async () => {
    await muteAgent();
    expect((await desk.invoke('clock.now')).body.outcome).toBe('allow');
  });
});
