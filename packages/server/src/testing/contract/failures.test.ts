import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
});

/** Delivers a message of `person` to an agent that `ada` owns. */
async function begin(person: Person): Promise<void> {
  agent = await registerAgent(server, ada, { access: 'public', name: 'Clerk' });
  conversation = await openConversation(person, agent);
  deliveryId = await deliver(person, conversation, 'hello');
}

const fail = (reason: unknown = 'Error: no luck', by: Agent = agent, id = deliveryId) =>
  by.send(`/hooks/v1/deliveries/${id}/failure`, { version: '1', reason });
const bodies = async (person: Person) => (await messagesOf(person, conversation)).map(({ body }) => body);
const notified = async (person: Person) =>
  (await person.get('/v1/notifications')).body.items.filter(
    ({ conversationId }: { conversationId: string }) => conversationId === conversation,
  );

describe('§12 a failure report', () => {
  it('tells the person in the room and by a notification, and the owner why', async () => {
    await begin(bob);
    const { status, body } = await fail();
    expect([status, body]).toEqual([202, {}]);
    const line = (await messagesOf(bob, conversation)).at(-1);
    expect(line).toMatchObject({ author: { type: 'platform' }, body: '“Clerk” could not answer', partial: false });
    expect(await notified(bob)).toMatchObject([{ type: 'message', messageId: line?.messageId }]);
    expect(JSON.stringify(await messagesOf(bob, conversation))).not.toContain('no luck');

    const handlerError = { at: expect.stringMatching(time), reason: 'Error: no luck' };
    const log = `/v1/agents/${agent.agentId}/deliveries`;
    expect((await ada.get(log)).body.items).toMatchObject([{ deliveryId, handlerError }]);
    expect((await ada.get(`${log}/${deliveryId}`)).body.item).toMatchObject({ deliveryId, handlerError });
  });

  it('stands on the message that asked, for its sender alone, who is told of it', async () => {
    await begin(bob);
    const asked = async () => (await messagesOf(bob, conversation)).find(({ body }) => body === 'hello');
    expect(await asked()).not.toHaveProperty('failed');
    await fail();
    expect(await asked()).toMatchObject({ failed: true });
  });

  it('counts once: another is 202 and changes nothing', async () => {
    await begin(ada);
    await fail('first');
    const again = await Promise.all([fail('second'), fail('third')]);
    expect(again.map(({ status, body }) => [status, body])).toEqual([
      [202, {}],
      [202, {}],
    ]);
    expect(await bodies(ada)).toEqual(['hello', '“Clerk” could not answer']);
    expect(await notified(ada)).toHaveLength(1);
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body;
    expect(item.handlerError.reason).toBe('first');
  });

  it('leaves handlerError null where there was none', async () => {
    await begin(ada);
    const item = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(item.handlerError).toBeNull();
  });

  it('lets later replies be taken, without another notification of its own', async () => {
    await begin(ada);
    await fail();
    expect((await agent.reply(deliveryId, 'after all')).status).toBe(202);
    expect((await messagesOf(ada, conversation)).at(-1)?.blocks).toEqual([{ type: 'text', text: 'after all' }]);
  });

  it.each([
    ['an unknown delivery', () => fail('x', agent, nobody('dlv'))],
    ['no id', () => fail('x', agent, 'dlv_1')],
    ["another agent's delivery", async () => fail('x', await registerAgent(server, ada))],
  ])('is the collapsed 404 for %s', async (_name, report) => {
    await begin(ada);
    const { status, body } = await report();
    expect([status, body.error.code, body.error.path]).toEqual([404, 'delivery_not_found', undefined]);
    expect(await bodies(ada)).toEqual(['hello']);
  });

  it('is that 404 too where the person has blocked the agent', async () => {
    await begin(bob);
    await bob.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true });
    expect((await fail()).status).toBe(404);
  });

  it.each(['', 'x'.repeat(1001), 7, undefined])('takes 1 to 1,000 characters, not %j', async (reason) => {
    await begin(ada);
    const { status, body } = await agent.send(`/hooks/v1/deliveries/${deliveryId}/failure`, { version: '1', reason });
    expect([status, body.error.code, body.error.path]).toEqual([400, 'malformed_request', '/reason']);
  });

  it('asks for no Idempotency-Key and minds none', async () => {
    await begin(ada);
    const body = { version: '1', reason: 'x' };
    const path = `/hooks/v1/deliveries/${deliveryId}/failure`;
    const answer = await agent.send(path, body, { key: 'k', headers: { 'idempotency-key': 'k'.repeat(300) } });
    expect(answer.status).toBe(202);
  });
});

describe('§10 a draft whose delivery failed', () => {
  const partial = (blocks: object[]) => agent.reply(deliveryId, blocks as never, { partial: true });

  it('becomes final at once, without its intent blocks, before the line that says so', async () => {
    await begin(ada);
    const { message_id } = (
      await partial([
        { type: 'intent', text: 'Thinking' },
        { type: 'text', text: 'Once upon' },
      ])
    ).body;
    await fail();
    const [, draft, line] = await messagesOf(ada, conversation);
    expect(draft).toMatchObject({
      messageId: message_id,
      partial: false,
      seq: 2,
      blocks: [{ type: 'text', text: 'Once upon' }],
    });
    expect(line).toMatchObject({ seq: 3, body: '“Clerk” could not answer' });
  });

  it('is dropped where nothing is left of it', async () => {
    await begin(ada);
    await partial([{ type: 'intent', text: 'Thinking' }]);
    await fail();
    expect(await bodies(ada)).toEqual(['hello', '“Clerk” could not answer']);
  });
});
