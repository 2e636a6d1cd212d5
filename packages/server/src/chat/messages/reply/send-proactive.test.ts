import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { refusalOf, type Answer, type Json } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { messagesOf, openConversation } from '../../../testing/contract/conversation.ts';
import { idOf, nobody } from '../../../testing/contract/shapes.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let keys = 0;

const requested_scopes = [{ scope: 'proactive.message', reason: 'To bring you the news.' }];

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada, { requested_scopes });
  conversation = await openConversation(ada, agent, [ben]);
});

afterAll(() => server.stop());

const hello = [{ type: 'text', text: 'Good morning.' }];

/**
 * Sends in a new second, so that no two requests have the same signature by accident; `again` stays in the same second.
 */
async function send(change: Json = {}, key: string | null = `key ${keys++}`): Promise<Answer> {
  await server.clock.advance(1000);
  return again(change, key);
}

function again(change: Json, key: string | null): Promise<Answer> {
  const body = { version: '1', conversation_id: conversation, blocks: hello, ...change };
  return agent.send('/hooks/v1/proactive', body, key === null ? {} : { key });
}

const grant = (person: Person, scopes = ['proactive.message']) =>
  person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes });
const prefer = (person: Person, preferences: Json) =>
  person.put(`/v1/agents/${agent.agentId}/membership/preferences`, preferences);
const newsOf = async (person: Person): Promise<Json[]> => (await person.get('/v1/notifications')).body.items;
const messages = async (person: Person) =>
  (await messagesOf(person, conversation)).filter((message) => message.author.type === 'agent');

describe('a proactive message', () => {
  test('is accepted and stands in the room for everyone', async () => {
    await grant(ada);
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([
      202,
      { accepted: true, message_id: expect.stringMatching(idOf('msg')) },
    ]);
    for (const person of [ada, ben]) {
      expect(await messages(person)).toMatchObject([
        {
          messageId: answer.body.message_id,
          author: { type: 'agent', id: agent.agentId },
          blocks: hello,
          replyToDeliveryId: null,
          partial: false,
          notify: person === ada,
        },
      ]);
    }
  });

  test('notifies those who granted it and silenced neither room nor agent, and the answer is the same for all', async () => {
    await grant(ada);
    await grant(ben);
    const both = await send();
    expect([(await newsOf(ada)).length, (await newsOf(ben)).length]).toEqual([1, 1]);
    await ben.put(`/v1/conversations/${conversation}/preferences`, { muted: true });
    await ada.put(`/v1/conversations/${conversation}/preferences`, { muted: true });
    const none = await send();
    expect([none.status, Object.keys(none.body)]).toEqual([both.status, Object.keys(both.body)]);
    expect([(await newsOf(ada)).length, (await newsOf(ben)).length]).toEqual([1, 1]);
    expect(await messages(ben)).toHaveLength(2);
  });

  test('needs an Idempotency-Key, and is sent once for one', async () => {
    await grant(ada);
    const without = await send({}, null);
    expect([without.status, without.body.error.code]).toEqual([400, 'idempotency_key_required']);
    const first = await send({}, 'good morning');
    const second = await again({}, 'good morning');
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await send({ blocks: [{ type: 'text', text: 'Good night.' }] }, 'good morning');
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await messages(ada)).toHaveLength(1);
    expect(await newsOf(ada)).toHaveLength(1);
  });

  test('is refused under another key with the same signature', async () => {
    await grant(ada);
    await send({}, 'first');
    expect((await again({}, 'second')).status).toBe(401);
  });
});

describe('scope_not_granted', () => {
  const expectNotGranted = async () => {
    const answer = await send();
    expect([answer.status, answer.body.error.code]).toEqual([403, 'scope_not_granted']);
  };

  test('is the answer where nobody granted it, and the same request succeeds once somebody has', async () => {
    const first = await send({}, 'same');
    expect([first.status, first.body.error.code]).toEqual([403, 'scope_not_granted']);
    expect(await messages(ada)).toHaveLength(0);
    await grant(ben);
    expect((await send({}, 'same')).status).toBe(202);
  });

  test('is the answer once the grant is taken back', async () => {
    await grant(ada);
    await grant(ada, []);
    await expectNotGranted();
  });

  test('is the answer once the manifest does not ask for it any more, and asking again does not bring it back', async () => {
    await grant(ada);
    const same = { version: '1', handle: agent.handle, name: 'Echo', description: 'Echo.', transport: 'relay' };
    const replace = (scopes: Json[]) =>
      ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: { ...same, requested_scopes: scopes } });
    expect((await replace([])).status).toBe(200);
    await expectNotGranted();
    await replace(requested_scopes);
    await server.clock.advance(1000);
    await expectNotGranted();
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}/membership`)).body;
    expect(item).toMatchObject({ grantedScopes: [], newScopesSinceConsent: ['proactive.message'] });
  });

  test.each([{ muted: true }, { blocked: true }])(
    'does not tell a person with %j from one who did not grant',
    async (terms) => {
      await grant(ada);
      const before = refusalOf(await send({ conversation_id: await openConversation(ben, null, [ada]) }));
      expect(before.code).toBe('proactive_target_unavailable');
      await prefer(ada, terms);
      await expectNotGranted();
      await grant(ben);
      expect((await send()).status).toBe(202);
      expect(await newsOf(ada)).toEqual([]);
    },
  );
});

describe('proactive_target_unavailable', () => {
  test('is one answer for no such room, never a member, removed, and deleted', async () => {
    await grant(ada);
    const strange = await openConversation(ben, null, [ada]);
    const left = await openConversation(ada, agent);
    await ada.del(`/v1/conversations/${left}/members/${agent.agentId}`);
    const gone = await openConversation(ada, agent);
    await ada.del(`/v1/conversations/${gone}`);
    const answers = [];
    for (const conversation_id of [nobody('cnv'), strange, left, gone]) answers.push(await send({ conversation_id }));
    for (const answer of answers) {
      expect([answer.status, refusalOf(answer)]).toEqual([404, refusalOf(answers[0] as Answer)]);
    }
    expect(answers[0]?.body.error.code).toBe('proactive_target_unavailable');
  });

  test('comes before anything is said of scopes and blocks', async () => {
    const answer = await send({ conversation_id: nobody('cnv'), blocks: [{ type: 'nothing' }] });
    expect(answer.status).toBe(404);
  });
});

describe('a request', () => {
  test('whose blocks are bad is refused where the agent may speak, and stores nothing', async () => {
    const unheard = await send({ blocks: [{ type: 'nothing' }] });
    expect(unheard.status).toBe(403);
    await grant(ada);
    const bad = await send({ blocks: [...hello, { type: 'nothing' }] });
    expect([bad.status, bad.body.error]).toMatchObject([400, { code: 'block_invalid', path: '/blocks/1/type' }]);
    for (const blocks of [[], 'text', Array(51).fill(hello[0])]) {
      const answer = await send({ blocks });
      expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'malformed_request', path: '/blocks' }]);
    }
    const intent = await send({ blocks: [{ type: 'intent', text: 'I will.' }] });
    expect([intent.status, intent.body.error.code]).toEqual([400, 'intent_requires_partial']);
    expect(await messages(ada)).toHaveLength(0);
  });

  test.each([
    ['/version', { version: 1 }],
    ['/conversation_id', { conversation_id: 'room' }],
    ['/to', { to: 'ada' }],
  ])('is refused with the path %s for %j', async (path, change) => {
    const answer = await send(change);
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'malformed_request', path }]);
  });

  test('of a paused agent is 401', async () => {
    await grant(ada);
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expect((await send()).status).toBe(401);
  });
});
