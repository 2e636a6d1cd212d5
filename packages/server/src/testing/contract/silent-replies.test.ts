import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, listed, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let bea: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bea] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
const notifiedOf = async (person: Person, messageId: string): Promise<boolean> =>
  (await person.get('/v1/notifications?limit=200')).body.items.some((item: Json) => item.messageId === messageId);

describe('§27 a reply that shows a reader nothing', () => {
  it('notifies and counts as unread for the agent’s owner alone, and leaves the preview', async () => {
    const conversation = await openConversation(bea, agent, [ada]);
    const deliveryId = await deliver(bea, conversation, 'Are you there?');
    const unread = async () => [
      (await listed(ada, conversation)).unreadCount,
      (await listed(bea, conversation)).unreadCount,
    ];
    expect(await unread()).toEqual([1, 0]);
    const ids: string[] = [];
    for (const words of ['Hm.', 'Well.'])
      ids.push((await agent.reply(deliveryId, [{ ...thinking, thinking: words }])).body.message_id);
    expect(await unread()).toEqual([3, 0]);
    expect((await listed(bea, conversation)).lastMessage).toMatchObject({ seq: 3, preview: 'Are you there?' });
    const spoken = (await agent.reply(deliveryId, 'Yes.')).body.message_id;
    const last = (await agent.reply(deliveryId, [{ ...thinking, thinking: 'Done.' }])).body.message_id;
    expect(await unread()).toEqual([5, 1]);
    expect((await listed(bea, conversation)).lastMessage).toMatchObject({ seq: 5, preview: 'Yes.' });
    for (const id of [...ids, last]) {
      expect([await notifiedOf(ada, id), await notifiedOf(bea, id)]).toEqual([true, false]);
      const path = `/v1/conversations/${conversation}/messages/${id}`;
      expect((await bea.get(path)).body.item.notify).toBe(false);
      expect((await ada.get(path)).body.item.notify).toBe(true);
    }
    expect([await notifiedOf(ada, spoken), await notifiedOf(bea, spoken)]).toEqual([true, true]);
    await bea.put(`/v1/conversations/${conversation}/read`, { seq: 4 });
    expect(await unread()).toEqual([5, 0]);
    await ada.put(`/v1/conversations/${conversation}/read`, { seq: 4 });
    expect(await unread()).toEqual([1, 0]);
  });

  it.each([
    ['tool_use', { type: 'tool_use', id: 'call-1', name: 'look', input: {} }],
    ['tool_result', { type: 'tool_result', tool_use_id: 'call-1', content: 'Found.' }],
  ])('is also one of only %s', async (_type, block) => {
    const conversation = await openConversation(bea, agent, [ada]);
    const deliveryId = await deliver(bea, conversation, 'Are you there?');
    const silent = (await agent.reply(deliveryId, [block])).body.message_id;
    expect((await listed(bea, conversation)).unreadCount).toBe(0);
    expect([await notifiedOf(ada, silent), await notifiedOf(bea, silent)]).toEqual([true, false]);
    const spoken = (await agent.reply(deliveryId, [block, { type: 'text', text: 'Yes.' }])).body.message_id;
    expect((await listed(bea, conversation)).unreadCount).toBe(1);
    expect(await notifiedOf(bea, spoken)).toBe(true);
  });
});
