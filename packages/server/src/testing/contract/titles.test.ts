import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { signUp, type Person } from './person.ts';
import { listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server, { displayName: 'Ada' }), signUp(server, { displayName: 'Ben' })]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const rename = (person: Person, conversation: string, title: unknown) =>
  person.patch(`/v1/conversations/${conversation}`, { title });

describe('§11 titles', () => {
  it('are null until somebody names the room', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await listed(ada, conversation)).title).toBeNull();
  });

  it('can be given by any member, are seen by all, and can be taken away', async () => {
    const conversation = await openConversation(ada, agent, [ben]);
    const answer = await rename(ben, conversation, 'Water the plants 🪴');
    expect([answer.status, answer.body.item.title]).toEqual([200, 'Water the plants 🪴']);
    expect((await listed(ada, conversation)).title).toBe('Water the plants 🪴');
    expect((await rename(ada, conversation, null)).body.item.title).toBeNull();
  });

  it('write no message, tell no agent and are no activity', async () => {
    const [named, other] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    await say(ada, other, 'last');
    await rename(ada, named, 'Quiet');
    expect(await messagesOf(ada, named)).toEqual([]);
    const { items } = (await ada.get('/v1/conversations')).body;
    const places = [named, other].map((id) =>
      items.findIndex((item: { conversationId: string }) => item.conversationId === id),
    );
    expect(places[0]).toBeGreaterThan(places[1] as number);
    const log = (await ada.get(`/v1/agents/${agent.agentId}/deliveries`)).body.items;
    expect(log.filter((entry: { conversationId: string }) => entry.conversationId === named)).toEqual([]);
  });

  it('tell everyone in the room that it changed', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const signals = await openSignals(server, ben);
    await rename(ada, conversation, 'News');
    expect(await signals.awaitSignal('conversationUpdated', { conversationId: conversation })).toBeDefined();
    signals.close();
  });

  it.each(['', '   ', 'x'.repeat(81), 'a\u202eb', 'Parley', 7])('refuse %j with its path', async (title) => {
    const conversation = await openConversation(ada, agent);
    const { status, body } = await rename(ada, conversation, title);
    expect([status, body.error.code, body.error.path]).toEqual([400, 'malformed_request', '/title']);
  });

  it('of a room that one is not in are 404', async () => {
    const { status, body } = await rename(ben, await openConversation(ada, agent), 'Mine');
    expect([status, body.error.code]).toEqual([404, 'conversation_not_found']);
  });
});
