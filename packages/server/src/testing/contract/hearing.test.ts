import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { deliver, listed, messagesOf, openConversation, say } from './conversation.ts';
import { uploaded } from './files.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { giveTask } from './task.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let room: string;
beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});
beforeEach(async () => {
  room = await openConversation(ada, agent, [ben]);
});

const hear = (person: Person, agentHears: unknown, of = room) =>
  person.patch(`/v1/conversations/${of}`, { agentHears });
const heard = async (person: Person, text: string): Promise<number> =>
  (await say(person, room, text)).deliveries.length;

describe('§28 who is heard', () => {
  it('is everyone by default, and is changed by any member for all', async () => {
    expect((await listed(ada, room)).agentHears).toBe('all');
    const signals = await openSignals(server, ada);
    const answer = await hear(ben, 'mentions');
    expect([answer.status, answer.body.item.agentHears, answer.body.item.title]).toEqual([200, 'mentions', null]);
    await signals.awaitSignal('conversationUpdated', { conversationId: room });
    signals.close();
    expect((await listed(ada, room)).agentHears).toBe('mentions');
    expect(await messagesOf(ada, room)).toEqual([]);
    expect((await hear(ada, 'all')).body.item.agentHears).toBe('all');
  });

  it('is set alone or with the title, and each leaves the other as it was', async () => {
    await ada.patch(`/v1/conversations/${room}`, { title: 'Plants', agentHears: 'mentions' });
    expect((await hear(ada, 'all')).body.item).toMatchObject({ title: 'Plants', agentHears: 'all' });
    await hear(ada, 'mentions');
    const { body } = await ada.patch(`/v1/conversations/${room}`, { title: null });
    expect(body.item).toMatchObject({ title: null, agentHears: 'mentions' });
  });

  it('with mentions is who names the agent, from the next message on', async () => {
    expect(await heard(ada, 'Hello')).toBe(1);
    await hear(ben, 'mentions');
    expect(await heard(ada, 'Between us.')).toBe(0);
    expect(await heard(ben, `Ask @${agent.handle.toUpperCase()}!`)).toBe(1);
    expect(await heard(ada, `me@${agent.handle}, @${agent.handle}-2 and @${ben.handle}`)).toBe(0);
    expect(await heard(ada, 'Between us again.')).toBe(0);
    await hear(ada, 'all');
    expect(await heard(ada, 'Between all of us.')).toBe(1);
  });

  it('keeps what the agent does not get in the room, without deliveries', async () => {
    await hear(ada, 'mentions');
    await say(ada, room, 'One');
    await say(ben, room, `Two, @${agent.handle}`);
    await say(ada, room, 'Three');
    const messages = await messagesOf(ada, room);
    expect(messages.map(({ seq, body }: Json) => [seq, body])).toEqual([
      [1, 'One'],
      [2, `Two, @${agent.handle}`],
      [3, 'Three'],
    ]);
    expect(messages[0]?.deliveries).toEqual([]);
    expect(await listed(ben, room)).toMatchObject({ unreadCount: 1, lastMessage: { preview: 'Three' } });
  });

  it('keeps attachments from the agent, unless their file names it', async () => {
    await hear(ada, 'mentions');
    const attach = async (filename: string) => {
      const assetId = await uploaded(ada, Buffer.from('%PDF-1.4 leaf'), 'leaf.pdf');
      return (await ada.post(`/v1/conversations/${room}/attachments`, { assetId, filename })).body.deliveries.length;
    };
    expect([await attach('leaf.pdf'), await attach(`for @${agent.handle}.pdf`)]).toEqual([0, 1]);
  });

  it('lets tasks and choices through', async () => {
    const deliveryId = await deliver(ada, room, 'Ask me.');
    const action = { label: 'Yes', payload: 'yes' };
    await agent.reply(deliveryId, [{ type: 'buttons', buttons: [action] }]);
    await hear(ada, 'mentions');
    const offer = (await messagesOf(ada, room)).find(({ blocks }: Json) => blocks.length > 0);
    const choice = { messageId: offer?.messageId, block: 0, payload: 'yes' };
    const chosen = await ben.post(`/v1/conversations/${room}/messages`, { text: 'yes', choice });
    expect([chosen.status, chosen.body.deliveries?.length]).toEqual([201, 1]);
    await giveTask(ada, room);
    const log = (await ada.get(`/v1/agents/${agent.agentId}/deliveries`)).body.items;
    expect(log.filter((entry: Json) => entry.conversationId === room).map((entry: Json) => entry.event)).toContain(
      'task.assigned',
    );
  });

  it('is not changed by an edit: it reaches the agent with the message or not at all', async () => {
    await hear(ada, 'mentions');
    const { messageId } = await say(ada, room, 'Between us.');
    const path = `/v1/conversations/${room}/messages/${messageId}`;
    expect((await ada.patch(path, { text: `Now @${agent.handle}` })).status).toBe(200);
    expect((await ada.get(path)).body.item.deliveries).toEqual([]);
  });

  it.each([{ agentHears: 'none' }, { agentHears: null }, { agentHears: 'mentions', muted: true }, {}])(
    'refuses %j',
    async (body) => expectRefusal(await ada.patch(`/v1/conversations/${room}`, body), 400, 'malformed_request'),
  );

  it('is not for strangers, nor for people who left', async () => {
    const eve = await signUp(server);
    await ben.del(`/v1/conversations/${room}/members/${ben.userId}`);
    for (const person of [eve, ben]) expectRefusal(await hear(person, 'mentions'), 404, 'conversation_not_found');
    expect((await listed(ada, room)).agentHears).toBe('all');
  });
});
