import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../conversations/app.ts';
import { ConversationBeliefs, type Belief } from '../../conversations/beliefs.ts';
import { nameKey } from '../../../platform/idempotency/idempotency.ts';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { listed, messagesOf, openConversation, say } from '../../../testing/contract/conversation.ts';
import { isBelieved, sendBelieved } from './send-believed.ts';
import type { SendMessage } from './send.ts';
import { sendMessages } from './send-messages.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
/** Another server on the same database. All its signals to the first are lost. */
let other: App;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  other = { ...server.app, beliefs: new ConversationBeliefs() };
});
afterAll(() => server.stop());

const messageOf = (person: Person, conversation: string, text: string, key: string | null = null): SendMessage => ({
  sender: { userId: person.userId as UserId, locale: 'en', timezone: 'UTC' },
  conversationId: conversation,
  text,
  key:
    key === null
      ? null
      : nameKey({ caller: person.userId, method: 'POST', path: conversation, body: Buffer.from(text) }, key),
  trace: null,
});
const flight = async (app: App, ...sends: SendMessage[]) =>
  (await sendBelieved(app, sends)).map((answer) => answer && (JSON.parse(answer.body) as { seq: number }).seq);
const elsewhere = async (conversation: string, text = 'From elsewhere.', by = ada) =>
  sendMessages(other, [messageOf(by, conversation, text)]);
const linesOf = async (conversation: string) =>
  (await messagesOf(ada, conversation)).map(({ seq, body }) => `${seq} ${body}`);
const believedConversation = async (withAgent = true, others: Person[] = []) => {
  const conversation = await openConversation(ada, withAgent ? agent : null, others);
  await say(ada, conversation, 'First.');
  expect(isBelieved(server.app, messageOf(ada, conversation, ''))).toBe(true);
  return conversation;
};

describe('a send to a room that the server believes to know', () => {
  it('leaves what one that was looked up leaves', async () => {
    const conversation = await believedConversation();
    const sent = await say(ada, conversation, 'Second: mulberry.');
    expect(sent).toMatchObject({ seq: 2, body: 'Second: mulberry.', deliveries: [{ agentId: agent.agentId }] });
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 Second: mulberry.']);
    expect(await listed(ada, conversation)).toMatchObject({
      lastMessage: { seq: 2, preview: 'Second: mulberry.' },
      unreadCount: 0,
    });
    const found = await ada.get('/v1/search/messages?q=mulberry');
    expect(found.body.items).toHaveLength(1);
    const log = await ada.get(`/v1/agents/${agent.agentId}/deliveries/${sent.deliveries[0].deliveryId}`);
    expect(log.status).toBe(200);
  });

  it('goes on from what an agent has said there meanwhile, without a look', async () => {
    const conversation = await believedConversation();
    const { deliveries } = await say(ada, conversation, 'And?');
    expect((await agent.reply(deliveries[0].deliveryId, 'This.')).status).toBe(202);
    expect(await flight(server.app, messageOf(ada, conversation, 'Thanks.'))).toEqual([4]);
  });

  it('is not sent by a belief that is wrong about the last line, and follows it then without a gap', async () => {
    const conversation = await believedConversation();
    await elsewhere(conversation);
    expect(await flight(server.app, messageOf(ada, conversation, 'Lost.'))).toEqual([null]);
    expect((await say(ada, conversation, 'Third.')).seq).toBe(3);
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 From elsewhere.', '3 Third.']);
  });

  it.each<[string, (conversation: string) => Promise<unknown>, number | null]>([
    [
      'left the room',
      (conversation) =>
        sql`delete from conversation_people where conversation_id = ${conversation} and user_id = ${ada.userId}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'lost the room',
      (conversation) =>
        sql`update conversations set deleted_at = now() where conversation_id = ${conversation}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'got company',
      (conversation) =>
        sql`insert into conversation_people (conversation_id, user_id, joined_at) values (${conversation}, ${ben.userId}, now())`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'lost the agent',
      (conversation) =>
        sql`update conversations set agent_id = null where conversation_id = ${conversation}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    ['changed nothing', async () => undefined, 2],
  ])('is sent by belief only where nobody %s behind its back', async (_what, change, seq) => {
    const conversation = await believedConversation();
    await change(conversation);
    expect(await flight(server.app, messageOf(ada, conversation, 'Second.'))).toEqual([seq]);
  });

  it('takes nothing else for its room that stands in its place by now', async () => {
    const [conversation, stranger] = [await believedConversation(), await believedConversation()];
    const [belief, strange] = [conversation, stranger].map((id) =>
      server.app.beliefs.of(id as ConversationId),
    ) as Belief[];
    const tell = (rows: Belief['rows']) => server.app.beliefs.learn({ ...(belief as Belief), rows });
    tell({ ...(belief as Belief).rows, conversation: (strange as Belief).rows.conversation });
    expect(await flight(server.app, messageOf(ada, conversation, 'Lost.'))).toEqual([null]);
    tell({ ...(belief as Belief).rows, people: (strange as Belief).rows.people });
    expect(await flight(server.app, messageOf(ada, conversation, 'Second.'))).toEqual([2]);
    expect(await linesOf(stranger)).toEqual(['1 First.']);
    expect(await listed(ada, conversation)).toMatchObject({ readSeq: 2, unreadCount: 0 });
    expect(await listed(ada, stranger)).toMatchObject({ readSeq: 1, unreadCount: 0 });
  });

  it('is read by who wrote it, though they have marked the room as read since their last one', async () => {
    const conversation = await believedConversation(false, [ben]);
    await say(ben, conversation, 'Second.');
    expect((await ada.put(`/v1/conversations/${conversation}/read`, { seq: 2 })).status).toBe(204);
    expect(await flight(server.app, messageOf(ada, conversation, 'Third.'))).toEqual([3]);
    expect(await listed(ada, conversation)).toMatchObject({ readSeq: 3, unreadCount: 0 });
    expect(await listed(ben, conversation)).toMatchObject({ readSeq: 2, unreadCount: 1 });
  });

  it('sees that its sender has blocked the agent, or that the agent was paused', async () => {
    const conversation = await believedConversation();
    const { db } = server.app.storage;
    await sql`update memberships set blocked = true where user_id = ${ada.userId} and agent_id = ${agent.agentId}`.execute(
      db,
    );
    expect(await flight(server.app, messageOf(ada, conversation, 'Blocked.'))).toEqual([null]);
    await sql`update memberships set blocked = false where user_id = ${ada.userId}`.execute(db);
    const again = await believedConversation();
    await sql`update agents set status = 'paused' where agent_id = ${agent.agentId}`.execute(db);
    expect(await flight(server.app, messageOf(ada, again, 'Paused.'))).toEqual([null]);
    expect((await say(ada, again, 'Paused.')).deliveries).toEqual([]);
    await sql`update agents set status = 'live' where agent_id = ${agent.agentId}`.execute(db);
  });

  it('is a replay where its key was used elsewhere, and a twin within its batch is none of its own', async () => {
    const conversation = await believedConversation(false, [ben]);
    const key = randomUUID();
    const [first] = await sendMessages(other, [messageOf(ada, conversation, 'Once.', key)]);
    server.app.beliefs.advance(conversation as ConversationId, { seq: 2, at: new Date(server.clock.now()) });
    expect(await sendBelieved(server.app, [messageOf(ada, conversation, 'Once.', key)])).toEqual([null]);
    expect(await sendMessages(server.app, [messageOf(ada, conversation, 'Once.', key)])).toEqual([
      { ...first, replayed: true },
    ]);
    await say(ada, conversation, 'Third.');
    const twin = () => messageOf(ada, conversation, 'Twice.', 'a key');
    expect(await flight(server.app, twin(), twin())).toEqual([4, null]);
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 Once.', '3 Third.', '4 Twice.']);
  });

  it('is not held up by a neighbour whose room is another than believed', async () => {
    const [stale, fresh] = [await believedConversation(), await believedConversation()];
    await elsewhere(stale);
    const sends = [
      messageOf(ada, stale, 'a'),
      messageOf(ada, fresh, 'b'),
      messageOf(ada, stale, 'c'),
      messageOf(ada, fresh, 'd'),
    ];
    expect(await flight(server.app, ...sends)).toEqual([null, 2, null, 3]);
    expect(await linesOf(stale)).toEqual(['1 First.', '2 From elsewhere.']);
    expect(await linesOf(fresh)).toEqual(['1 First.', '2 b', '3 d']);
  });

  it('keeps rooms without a gap and keys to one message, whichever of two servers is asked and whatever it believes', async () => {
    const text = fc.constantFrom('one', 'two');
    const step = fc.record({
      here: fc.boolean(),
      by: fc.boolean(),
      conversation: fc.nat(1),
      text,
      key: fc.option(fc.nat(3)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const conversations = [await openConversation(ada, agent, [ben]), await openConversation(ada, null, [ben])];
          const answers = new Map<string, Set<string>>();
          for (const round of rounds) {
            const sent = round.map(async ({ here, by, conversation, text: said, key }) => {
              const message = messageOf(
                by ? ada : ben,
                conversations[conversation] ?? '',
                said,
                key === null ? null : String(key),
              );
              const app = here ? server.app : other;
              const [fast] = isBelieved(app, message) ? await sendBelieved(app, [message]) : [null];
              const [answer] = fast ? [fast] : await sendMessages(app, [message]);
              if (!answer || 'code' in answer) return expect(answer).toEqual({ code: 'idempotency_key_reused' });
              const name = message.key ? `${message.key.digest} ${said}` : randomUUID();
              answers.set(name, (answers.get(name) ?? new Set()).add(answer.body));
            });
            await Promise.all(sent);
          }
          expect([...answers.values()].every(({ size }) => size === 1)).toBe(true);
          const seqs = (await Promise.all(conversations.map((conversation) => messagesOf(ada, conversation)))).map(
            (messages) => messages.map(({ seq }) => seq as number),
          );
          expect(seqs.flat()).toHaveLength(answers.size);
          for (const list of seqs) expect(list).toEqual(list.map((_, place) => place + 1));
        },
      ),
      { numRuns: 12 },
    );
  });
});
