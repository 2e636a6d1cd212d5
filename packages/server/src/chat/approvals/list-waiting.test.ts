import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, openConversation, say } from '../../testing/contract/conversation.ts';
import { time } from '../../testing/contract/shapes.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let conversation: string;
let keys = 0;

const coins = { scope: 'coin.charge', reason: 'To be paid.' };
const first = { scope: 'proactive.message', reason: 'To write first.' };

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada, { requested_scopes: [coins, first] });
  conversation = await openConversation(ada, agent);
});
afterAll(() => server.stop());

const terms = () => `/v1/agents/${agent.agentId}/membership`;
const waiting = async (person = ada): Promise<Json[]> => (await person.get('/v1/waiting')).body.items;
const grant = (...scopes: string[]) => ada.put(`${terms()}/grants`, { scopes });
const notNow = (...scopes: string[]) => ada.put(`${terms()}/not-now`, { scopes });

async function charge(deliveryId: string, scope = 'coin.charge') {
  const body = {
    version: '1',
    in_reply_to_delivery_id: deliveryId,
    requested_scope: scope,
    tool: 'coin.charge',
    arguments: { amount: 1, reason: 'Food' },
  };
  return agent.send('/hooks/v1/tools/invoke', body, { key: `waiting-${(keys += 1)}` });
}

describe('consents that wait', () => {
  test('are what an agent asks for and the person has not decided on', async () => {
    const scopes = [coins, first].map((scope) => ({ ...scope, triedAt: null }));
    const consent = { kind: 'consent', agentId: agent.agentId, conversationId: conversation, isFirst: true };
    expect(await waiting()).toEqual([{ ...consent, scopes, askedAt: null }]);
    await grant('coin.charge');
    expect(await waiting()).toEqual([]);
    const added = { scope: 'history.read', reason: 'To read back.' };
    const manifest = {
      version: '1',
      handle: agent.handle,
      name: 'Echo',
      description: 'More.',
      transport: 'relay',
      requested_scopes: [coins, first, added],
    };
    await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest });
    expect(await waiting()).toEqual([
      { ...consent, isFirst: false, scopes: [{ ...added, triedAt: null }], askedAt: null },
    ]);
    expect((await notNow('history.read', 'never.requested')).status).toBe(204);
    expect(await waiting()).toEqual([]);
  });

  test('are not those of agents that are blocked or that no room is shared with', async () => {
    await ada.put(`${terms()}/preferences`, { blocked: true });
    expect(await waiting()).toEqual([]);
    await ada.put(`${terms()}/preferences`, { blocked: false });
    expect(await waiting()).toHaveLength(1);
    await ada.del(`/v1/conversations/${conversation}`);
    expect(await waiting()).toEqual([]);
  });
});

describe('a scope that was needed in vain', () => {
  beforeEach(() => grant());

  test('waits until it is granted', async () => {
    expect((await charge(await deliver(ada, conversation, 'Pay'))).body.error.code).toBe('scope_not_granted');
    const tried = { ...coins, triedAt: expect.stringMatching(time) };
    expect(await waiting()).toMatchObject([
      { kind: 'consent', conversationId: conversation, isFirst: false, scopes: [tried] },
    ]);
    await grant('coin.charge');
    expect(await waiting()).toEqual([]);
    await grant();
    expect(await waiting()).toEqual([]);
  });

  test('is put aside, and comes back with a later delivery only', async () => {
    const deliveryId = await deliver(ada, conversation, 'Pay');
    await charge(deliveryId);
    await notNow('coin.charge');
    await charge(deliveryId);
    expect(await waiting()).toEqual([]);
    await charge(await deliver(ada, conversation, 'Pay now'));
    expect(await waiting()).toHaveLength(1);
  });

  test('is not put to whoever muted the agent, nor where nobody can grant it', async () => {
    const deliveryId = await deliver(ada, conversation, 'Pay');
    await ada.put(`${terms()}/preferences`, { muted: true });
    await charge(deliveryId);
    await ada.put(`${terms()}/preferences`, { muted: false });
    const foreign = {
      version: '1',
      in_reply_to_delivery_id: deliveryId,
      requested_scope: 'clock.read',
      tool: 'clock.now',
    };
    await agent.send('/hooks/v1/tools/invoke', { ...foreign, arguments: {} }, { key: `waiting-${(keys += 1)}` });
    expect(await waiting()).toEqual([]);
  });

  test('may also be that of speaking first', async () => {
    const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'Hello' }] };
    const refused = await agent.send('/hooks/v1/proactive', body, { key: `waiting-${(keys += 1)}` });
    expect(refused.body.error.code).toBe('scope_not_granted');
    expect(await waiting()).toMatchObject([{ scopes: [{ scope: 'proactive.message' }] }]);
  });
});

describe('forms that wait', () => {
  const form = { type: 'form', form_id: 'order', fields: [{ name: 'cups', label: 'Cups', field_type: 'number' }] };

  test('are gone once they are answered, or their notification is read', async () => {
    await grant();
    const asked = async () =>
      (await agent.reply(await deliver(ada, conversation, 'Ask me'), [form])).body.message_id as string;
    const one = await asked();
    const other = await asked();
    expect(await waiting()).toEqual(
      [one, other].map((messageId) => ({
        kind: 'form',
        conversationId: conversation,
        messageId,
        formId: 'order',
        agentId: agent.agentId,
        askedAt: expect.stringMatching(time),
      })),
    );
    await ada.post(`/v1/conversations/${conversation}/messages/${one}/forms/order/submit`, { cups: 2 });
    expect(await waiting()).toMatchObject([{ messageId: other }]);
    const { items } = (await ada.get('/v1/notifications')).body;
    const note = items.find((each: Json) => each.messageId === other);
    await ada.put('/v1/notifications/read', { notificationIds: [note.notificationId] });
    expect(await waiting()).toEqual([]);
  });
});

describe('people who ask for an agent', () => {
  test('wait with its owner, and see for themselves what came of it', async () => {
    await grant();
    const asked = await registerAgent(server, ada, { access: 'request' });
    const guest = await signUp(server, { displayName: 'Guest' });
    const path = `/v1/agents/${asked.agentId}/access-requests`;
    await guest.post(path, { note: 'Please.' });
    expect(await waiting()).toMatchObject([{ kind: 'access', displayName: 'Guest', note: 'Please.' }]);
    expect(await waiting(guest)).toEqual([]);
    expect((await guest.get('/v1/access-requests')).body.items).toMatchObject([{ state: 'pending' }]);
    await ada.post(`${path}/${guest.userId}/deny`);
    expect(await waiting()).toEqual([]);
    expect((await guest.get('/v1/access-requests')).body).toMatchObject({
      items: [{ agentId: asked.agentId, state: 'denied' }],
      nextCursor: null,
    });
  });
});

test('an approval that a stop denied says so, and one that its person denied does not', async () => {
  await grant('coin.charge');
  const decided = [];
  for (const how of ['stop', 'deny'] as const) {
    const { messageId, deliveries } = await say(ada, conversation, 'Pay');
    const { approval_id: id } = (await charge(deliveries[0].deliveryId)).body;
    if (how === 'deny') await ada.post(`/v1/approvals/${id}/resolve`, { decision: 'denied' });
    await server.clock.advance(1000);
    await ada.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`);
    decided.push((await ada.get(`/v1/approvals/${id}`)).body.item);
  }
  expect(decided.map(({ state, stopped }) => [state, stopped])).toEqual([
    ['denied', true],
    ['denied', undefined],
  ]);
  expect((await ada.get('/v1/approvals')).body.items).toEqual(decided.toReversed());
});
