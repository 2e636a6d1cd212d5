import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { eventually, quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';

const server = useServer();
const eventId = /^evt_\d{10}_\d+$/;
let ada: Person;
let bob: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

describe('§8 the stream of browser events', () => {
  it('begins with streamReady, its id in the frame and in the data', async () => {
    const signals = await openSignals(server, ada);
    expect(signals.status).toBe(200);
    expect(signals.headers.get('content-type')).toContain('text/event-stream');
    const [frame] = signals.frames;
    expect(frame).toMatchObject({ id: expect.stringMatching(eventId), event: 'streamReady' });
    expect(JSON.parse(frame!.data)).toEqual({
      id: frame?.id,
      type: 'streamReady',
      occurredAt: expect.stringMatching(time),
    });
    signals.close();
  });

  it('is closed to whoever has no session', async () => {
    const signals = await openSignals(server, ada, { cookie: '' });
    expect(signals.status).toBe(401);
    expect(JSON.parse(signals.raw).error.code).toBe('unauthenticated');
  });

  it('tells of a message by ids alone, to its sender too', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const [own, other] = [await openSignals(server, ada), await openSignals(server, bob)];
    const { messageId } = await say(ada, conversation, 'a most private sentence');
    for (const signals of [own, other]) {
      const data = await signals.awaitSignal('messageAppended', { messageId });
      expect(data).toEqual({
        id: expect.stringMatching(eventId),
        type: 'messageAppended',
        occurredAt: expect.stringMatching(time),
        conversationId: conversation,
        messageId,
      });
      expect(signals.raw).not.toContain('private sentence');
      signals.close();
    }
  });

  it('tells nothing to people outside the room', async () => {
    const cyd = await signUp(server);
    const conversation = await openConversation(ada, null, [bob]);
    const signals = await openSignals(server, cyd);
    await say(ada, conversation, 'inside');
    const own = await openConversation(cyd, agent);
    const { messageId } = await say(cyd, own, 'mine');
    await signals.awaitSignal('messageAppended', { messageId });
    expect(signals.raw).not.toContain(conversation);
    signals.close();
  });

  it('tells nothing more of a room that one has left', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    await bob.del(`/v1/conversations/${conversation}/members/${bob.userId}`);
    const signals = await openSignals(server, bob);
    const { messageId } = await say(ada, conversation, 'without you');
    const other = await openConversation(ada, null, [bob]);
    const marker = await say(ada, other, 'with you');
    await signals.awaitSignal('messageAppended', { messageId: marker.messageId });
    expect(signals.raw).not.toContain(messageId);
    signals.close();
  });

  it('reaches every tab of a person', async () => {
    const conversation = await openConversation(ada, agent);
    const tabs = await Promise.all([1, 2, 3].map(() => openSignals(server, ada)));
    const { messageId } = await say(ada, conversation, 'everywhere');
    for (const tab of tabs) {
      await tab.awaitSignal('messageAppended', { messageId });
      tab.close();
    }
  });

  it('keeps the order of a room', async () => {
    const conversation = await openConversation(ada, agent);
    const signals = await openSignals(server, ada);
    const ids: string[] = [];
    for (let index = 0; index < 15; index += 1) ids.push((await say(ada, conversation, `${index}`)).messageId);
    await signals.awaitSignal('messageAppended', { messageId: ids.at(-1) });
    const seen = signals.of('messageAppended').filter((data) => data.conversationId === conversation);
    expect(seen.map((data) => data.messageId)).toEqual(ids);
    signals.close();
  });

  it('gives every event an id of its own', async () => {
    const conversation = await openConversation(ada, agent);
    const signals = await openSignals(server, ada);
    for (let index = 0; index < 5; index += 1) await say(ada, conversation, `${index}`);
    await eventually(server, 'five messages', () => signals.of('messageAppended').length >= 5);
    const ids = signals.frames.map((frame) => frame.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const frame of signals.frames) {
      expect(frame.id).toMatch(eventId);
      expect(JSON.parse(frame.data)).toMatchObject({ id: frame.id, type: frame.event });
    }
    signals.close();
  });

  it('is not resumed: Last-Event-ID is ignored', async () => {
    const conversation = await openConversation(ada, agent);
    const first = await openSignals(server, ada);
    const missed = await say(ada, conversation, 'missed');
    await first.awaitSignal('messageAppended', { messageId: missed.messageId });
    const lastId = first.frames[0]?.id ?? '';
    first.close();
    const again = await openSignals(server, ada, { 'last-event-id': lastId });
    const next = await say(ada, conversation, 'next');
    await again.awaitSignal('messageAppended', { messageId: next.messageId });
    expect(again.frames[0]?.event).toBe('streamReady');
    expect(again.raw).not.toContain(missed.messageId);
    again.close();
  });

  it('has a comment line every 15 seconds', async () => {
    const signals = await openSignals(server, ada);
    const comments = () => signals.raw.split('\n').filter((line) => line.startsWith(':')).length;
    const before = comments();
    await server.clock.advance(15_100);
    await eventually(server, 'a comment line', () => comments() > before);
    signals.close();
  });

  it('ends soon after the session has ended', async () => {
    const person = await signUp(server);
    const signals = await openSignals(server, person);
    await person.del('/v1/session');
    await server.clock.advance(15_100);
    await eventually(server, 'the stream to end', () => signals.ended);
  });
});

describe('§8 Browser events: the types of events', () => {
  it('signals a draft by messagePartial, and its end by messageAppended with the same id', async () => {
    const conversation = await openConversation(ada, agent);
    const signals = await openSignals(server, ada);
    const deliveryId = await deliver(ada, conversation, 'ask');
    const { body } = await agent.reply(deliveryId, 'so far', { partial: true });
    const messageId = body.message_id;
    const partial = await signals.awaitSignal('messagePartial', { messageId });
    expect(Object.keys(partial).sort()).toEqual(['conversationId', 'id', 'messageId', 'occurredAt', 'type']);
    expect(signals.of('messageAppended').map((data) => data.messageId)).not.toContain(messageId);
    await agent.reply(deliveryId, 'done');
    expect(await signals.awaitSignal('messageAppended', { messageId })).toMatchObject({ conversationId: conversation });
    signals.close();
  });

  it('signals a new room to whoever is seated in it', async () => {
    const signals = await openSignals(server, bob);
    const conversation = await openConversation(ada, null, [bob]);
    const data = await signals.awaitSignal('conversationUpdated', { conversationId: conversation });
    expect(Object.keys(data).sort()).toEqual(['conversationId', 'id', 'occurredAt', 'type']);
    signals.close();
  });

  it('signals a new member to those in the room and to the member', async () => {
    const cyd = await signUp(server);
    const conversation = await openConversation(ada, null, [bob]);
    const [old, added] = [await openSignals(server, bob), await openSignals(server, cyd)];
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: cyd.userId });
    await old.awaitSignal('conversationUpdated', { conversationId: conversation });
    await added.awaitSignal('conversationUpdated', { conversationId: conversation });
    old.close();
    added.close();
  });

  it('signals a room that is gone', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const signals = await openSignals(server, bob);
    await ada.del(`/v1/conversations/${conversation}`);
    await signals.awaitSignal('conversationUpdated', { conversationId: conversation });
    signals.close();
  });

  it('signals what becomes of a delivery to who sent the message', async () => {
    const own = await registerAgent(server, ada);
    const relay = await own.stream();
    const conversation = await openConversation(ada, own);
    const signals = await openSignals(server, ada);
    const { messageId, deliveries } = await say(ada, conversation, 'follow me');
    await relay.awaitDeliveries(1);
    await own.ack(deliveries[0].deliveryId);
    const data = await signals.awaitSignal('deliveryUpdated', { messageId });
    expect(Object.keys(data).sort()).toEqual(['conversationId', 'id', 'messageId', 'occurredAt', 'type']);
    expect(data.conversationId).toBe(conversation);
    signals.close();
    relay.close();
  });

  it('signals a changed membership to that person alone', async () => {
    const [own, other] = [await openSignals(server, ada), await openSignals(server, bob)];
    await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { muted: true });
    const data = await own.awaitSignal('membershipUpdated', { agentId: agent.agentId });
    expect(Object.keys(data).sort()).toEqual(['agentId', 'id', 'occurredAt', 'type']);
    await quiet(server);
    expect(other.of('membershipUpdated')).toEqual([]);
    own.close();
    other.close();
  });
});
