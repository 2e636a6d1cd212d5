import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import { refusalOf, type Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody } from './shapes.ts';
import { grant, prefer, proactive, speak, wantsToSpeak } from './speak.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
});

beforeEach(async () => {
  agent = await registerAgent(server, ada, { ...wantsToSpeak, access: 'public' });
  conversation = await openConversation(ada, agent);
});

const newest = async (person: Person, of = conversation): Promise<Json> =>
  (await messagesOf(person, of, '?limit=1'))[0];

describe('§5 Proactive message request: a message that answers nothing', () => {
  it('is accepted and lands in the room', async () => {
    await grant(ada, agent, proactive);
    const answer = await speak(agent, conversation, 'by the way');
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ accepted: true, message_id: expect.stringMatching(idOf('msg')) });
    expect(await newest(ada)).toMatchObject({
      messageId: answer.body.message_id,
      author: { type: 'agent', id: agent.agentId },
      blocks: [{ type: 'text', text: 'by the way' }],
      replyToDeliveryId: null,
      partial: false,
      notify: true,
    });
  });

  it('makes no delivery to the agent that sent it', async () => {
    await grant(ada, agent, proactive);
    const inbox = await openInbox(agent);
    await speak(agent, conversation);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    inbox.close();
  });

  it('needs an Idempotency-Key', async () => {
    await grant(ada, agent, proactive);
    const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'a' }] };
    expectRefusal(await agent.send('/hooks/v1/proactive', body), 400, 'idempotency_key_required');
  });

  it('is one message for one key', async () => {
    await grant(ada, agent, proactive);
    const answers = [
      await speak(agent, conversation, 'once', { key: 'a' }),
      await speak(agent, conversation, 'once', { key: 'a' }),
    ];
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect(answers[1]!.headers.get('idempotency-replayed')).toBe('true');
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
    expectRefusal(await speak(agent, conversation, 'twice', { key: 'a' }), 422, 'idempotency_key_reused');
  });

  it.each([
    [{ version: '2' }, '/version'],
    [{ conversation_id: 7 }, '/conversation_id'],
    [{ conversation_id: undefined }, '/conversation_id'],
    [{ blocks: [] }, '/blocks'],
    [{ blocks: 'text' }, '/blocks'],
    [{ to_agent_id: nobody('agt') }, '/to_agent_id'],
  ])('is refused with %j', async (change, path) => {
    await grant(ada, agent, proactive);
    const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'a' }], ...change };
    const answer = await agent.send('/hooks/v1/proactive', body, { key: 'k' });
    expectRefusal(answer, 400, 'malformed_request', path);
  });

  it('is refused as a whole where a block is', async () => {
    await grant(ada, agent, proactive);
    const answer = await speak(agent, conversation, [{ type: 'text', text: 'a' }, { type: 'hologram' }]);
    expectRefusal(answer, 400, 'block_invalid');
    expect(await messagesOf(ada, conversation)).toEqual([]);
  });
});

describe('§5 Authorization model: the grant', () => {
  it('is asked for before anything is sent, and the same request succeeds once it is there', async () => {
    const signing = { key: 'again', unix: agent.unix() };
    expectRefusal(await speak(agent, conversation, 'hello', signing), 403, 'scope_not_granted');
    expect(await messagesOf(ada, conversation)).toEqual([]);
    await grant(ada, agent, proactive);
    expect((await speak(agent, conversation, 'hello', signing)).status).toBe(202);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
  });

  it('is looked at again for every message', async () => {
    await grant(ada, agent, proactive);
    expect((await speak(agent, conversation)).status).toBe(202);
    await grant(ada, agent);
    expectRefusal(await speak(agent, conversation), 403, 'scope_not_granted');
  });

  it('does not come from another agent, room or scope', async () => {
    const other = await registerAgent(server, ada, wantsToSpeak);
    await grant(ada, other, proactive);
    await grant(bob, agent, proactive);
    expectRefusal(await speak(agent, conversation), 403, 'scope_not_granted');
  });

  it('counts as not given where the only recipient muted or blocked the agent, in one answer', async () => {
    const missing = refusalOf(await speak(agent, conversation));
    await grant(ada, agent, proactive);
    for (const preferences of [{ muted: true }, { muted: false, blocked: true }]) {
      await prefer(ada, agent, preferences);
      const answer = await speak(agent, conversation);
      expect(answer.status).toBe(403);
      expect(refusalOf(answer)).toEqual(missing);
    }
    await prefer(ada, agent, { blocked: false });
    expect((await speak(agent, conversation)).status).toBe(202);
  });

  it('of one is enough for the room, but notifies nobody else', async () => {
    await grant(ada, agent, proactive);
    const group = await openConversation(ada, agent, [bob]);
    const answer = await speak(agent, group);
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body).sort()).toEqual(['accepted', 'message_id']);
    expect((await newest(ada, group)).notify).toBe(true);
    expect(await newest(bob, group)).toMatchObject({ messageId: answer.body.message_id, notify: false });
  });

  it('of all changes nothing that the agent can see', async () => {
    const group = await openConversation(ada, agent, [bob]);
    await grant(ada, agent, proactive);
    const some = await speak(agent, group);
    await grant(bob, agent, proactive);
    const all = await speak(agent, group);
    expect(Object.keys(all.body)).toEqual(Object.keys(some.body));
    expect([all.status, all.body.accepted]).toEqual([some.status, some.body.accepted]);
    expect((await newest(bob, group)).notify).toBe(true);
  });

  it('lets a room be muted: the message comes, without a notification', async () => {
    await grant(ada, agent, proactive);
    await ada.put(`/v1/conversations/${conversation}/preferences`, { muted: true });
    expect((await speak(agent, conversation)).status).toBe(202);
    expect((await newest(ada)).notify).toBe(false);
  });

  it('of a person who blocked the agent does not help the others of a group', async () => {
    const group = await openConversation(ada, agent, [bob]);
    await grant(ada, agent, proactive);
    await prefer(ada, agent, { blocked: true });
    expectRefusal(await speak(agent, group), 403, 'scope_not_granted');
    await grant(bob, agent, proactive);
    expect((await speak(agent, group)).status).toBe(202);
    expect((await newest(bob, group)).notify).toBe(true);
    expect((await newest(ada, group)).notify).toBe(false);
  });
});

describe('§5 the order of the checks', () => {
  it('begins with the signature', async () => {
    const answer = await speak(agent, nobody('cnv'), 'a', { signature: 'nonsense' });
    expectRefusal(answer, 401, 'unauthorized');
  });

  it('then asks for a seat: no room, never a member, removed and deleted are one answer', async () => {
    const [removed, deleted] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    const foreign = await openConversation(ada, null, [bob]);
    await ada.del(`/v1/conversations/${removed}/members/${agent.agentId}`);
    await ada.del(`/v1/conversations/${deleted}`);
    const refused = refusalOf(await speak(agent, nobody('cnv')));
    expect(refused.code).toBe('proactive_target_unavailable');
    for (const target of [removed, deleted, foreign]) {
      const answer = await speak(agent, target);
      expect(answer.status).toBe(404);
      expect(refusalOf(answer)).toEqual(refused);
    }
  });

  it('asks for a seat before it reads the blocks', async () => {
    const answer = await speak(agent, await openConversation(ada, null, [bob]), [{ type: 'hologram' }]);
    expectRefusal(answer, 404, 'proactive_target_unavailable');
  });

  it('asks for a seat before the scope', async () => {
    await grant(ada, agent, proactive);
    const answer = await speak(agent, await openConversation(ada, null, [bob]));
    expectRefusal(answer, 404, 'proactive_target_unavailable');
  });

  it('does not let a paused agent pass its door', async () => {
    await grant(ada, agent, proactive);
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expectRefusal(await speak(agent, conversation), 401, 'unauthorized');
  });
});
