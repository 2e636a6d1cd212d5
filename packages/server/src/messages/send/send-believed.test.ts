import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../conversations/app.ts';
import { RoomBeliefs } from '../../conversations/room-beliefs.ts';
import { nameKey } from '../../idempotency/idempotency.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { listed, messagesOf, openRoom, say } from '../../testing/contract/room.ts';
import { isBelieved, sendBelieved } from './send-believed.ts';
import type { SendMessage } from './send.ts';
import { sendMessages } from './send-messages.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
/** Another server on the same database, whose signals are all lost on their way to the first. */
let other: App;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  other = { ...server.app, rooms: new RoomBeliefs() };
});
afterAll(() => server.stop());

const messageOf = (person: Person, room: string, text: string, key: string | null = null): SendMessage => ({
  sender: { userId: person.userId as UserId, locale: 'en', timezone: 'UTC' },
  conversationId: room,
  text,
  key:
    key === null ? null : nameKey({ caller: person.userId, method: 'POST', path: room, body: Buffer.from(text) }, key),
  trace: null,
});
const flight = async (app: App, ...sends: SendMessage[]) =>
  (await sendBelieved(app, sends)).map((answer) => answer && (JSON.parse(answer.body) as { seq: number }).seq);
const elsewhere = async (room: string, text = 'From elsewhere.', by = ada) =>
  sendMessages(other, [messageOf(by, room, text)]);
const linesOf = async (room: string) => (await messagesOf(ada, room)).map(({ seq, body }) => `${seq} ${body}`);
const believedRoom = async (withAgent = true, others: Person[] = []) => {
  const room = await openRoom(ada, withAgent ? agent : null, others);
  await say(ada, room, 'First.');
  expect(isBelieved(server.app, messageOf(ada, room, ''))).toBe(true);
  return room;
};

describe('a send to a room that the server believes to know', () => {
  it('leaves what one that was looked up leaves', async () => {
    const room = await believedRoom();
    const sent = await say(ada, room, 'Second: mulberry.');
    expect(sent).toMatchObject({ seq: 2, body: 'Second: mulberry.', deliveries: [{ agentId: agent.agentId }] });
    expect(await linesOf(room)).toEqual(['1 First.', '2 Second: mulberry.']);
    expect(await listed(ada, room)).toMatchObject({
      lastMessage: { seq: 2, preview: 'Second: mulberry.' },
      unreadCount: 0,
    });
    const found = await ada.get('/v1/search/messages?q=mulberry');
    expect(found.body.items).toHaveLength(1);
    const log = await ada.get(`/v1/agents/${agent.agentId}/deliveries/${sent.deliveries[0].deliveryId}`);
    expect(log.status).toBe(200);
  });

  it('goes on from what an agent has said there meanwhile, without a look', async () => {
    const room = await believedRoom();
    const { deliveries } = await say(ada, room, 'And?');
    expect((await agent.reply(deliveries[0].deliveryId, 'This.')).status).toBe(202);
    expect(await flight(server.app, messageOf(ada, room, 'Thanks.'))).toEqual([4]);
  });

  it('is not sent by a belief that is wrong about the last line, and follows it then without a gap', async () => {
    const room = await believedRoom();
    await elsewhere(room);
    expect(await flight(server.app, messageOf(ada, room, 'Lost.'))).toEqual([null]);
    expect((await say(ada, room, 'Third.')).seq).toBe(3);
    expect(await linesOf(room)).toEqual(['1 First.', '2 From elsewhere.', '3 Third.']);
  });

  it.each<[string, (room: string) => Promise<unknown>, number | null]>([
    [
      'left the room',
      (room) =>
        sql`delete from conversation_people where conversation_id = ${room} and user_id = ${ada.userId}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'lost the room',
      (room) =>
        sql`update conversations set deleted_at = now() where conversation_id = ${room}`.execute(server.app.storage.db),
      null,
    ],
    [
      'got company',
      (room) =>
        sql`insert into conversation_people (conversation_id, user_id, joined_at) values (${room}, ${ben.userId}, now())`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'lost the agent',
      (room) =>
        sql`update conversations set agent_id = null where conversation_id = ${room}`.execute(server.app.storage.db),
      null,
    ],
    ['changed nothing', async () => undefined, 2],
  ])('is sent by belief only where nobody %s behind its back', async (_what, change, seq) => {
    const room = await believedRoom();
    await change(room);
    expect(await flight(server.app, messageOf(ada, room, 'Second.'))).toEqual([seq]);
  });

  it('sees that its sender has blocked the agent, or that the agent was paused', async () => {
    const room = await believedRoom();
    const { db } = server.app.storage;
    await sql`update memberships set blocked = true where user_id = ${ada.userId} and agent_id = ${agent.agentId}`.execute(
      db,
    );
    expect(await flight(server.app, messageOf(ada, room, 'Blocked.'))).toEqual([null]);
    await sql`update memberships set blocked = false where user_id = ${ada.userId}`.execute(db);
    const again = await believedRoom();
    await sql`update agents set status = 'paused' where agent_id = ${agent.agentId}`.execute(db);
    expect(await flight(server.app, messageOf(ada, again, 'Paused.'))).toEqual([null]);
    expect((await say(ada, again, 'Paused.')).deliveries).toEqual([]);
    await sql`update agents set status = 'live' where agent_id = ${agent.agentId}`.execute(db);
  });

  it('is a replay where its key was used elsewhere, and a twin within its batch is none of its own', async () => {
    const room = await believedRoom(false, [ben]);
    const key = randomUUID();
    const [first] = await sendMessages(other, [messageOf(ada, room, 'Once.', key)]);
    server.app.rooms.advance(room as ConversationId, { seq: 2, at: new Date(server.clock.now()) });
    expect(await sendBelieved(server.app, [messageOf(ada, room, 'Once.', key)])).toEqual([null]);
    expect(await sendMessages(server.app, [messageOf(ada, room, 'Once.', key)])).toEqual([
      { ...first, replayed: true },
    ]);
    await say(ada, room, 'Third.');
    const twin = () => messageOf(ada, room, 'Twice.', 'a key');
    expect(await flight(server.app, twin(), twin())).toEqual([4, null]);
    expect(await linesOf(room)).toEqual(['1 First.', '2 Once.', '3 Third.', '4 Twice.']);
  });

  it('is not held up by a neighbour whose room is another than believed', async () => {
    const [stale, fresh] = [await believedRoom(), await believedRoom()];
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
    const step = fc.record({ here: fc.boolean(), by: fc.boolean(), room: fc.nat(1), text, key: fc.option(fc.nat(3)) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const rooms = [await openRoom(ada, agent, [ben]), await openRoom(ada, null, [ben])];
          const answers = new Map<string, Set<string>>();
          for (const round of rounds) {
            const sent = round.map(async ({ here, by, room, text: said, key }) => {
              const message = messageOf(by ? ada : ben, rooms[room] ?? '', said, key === null ? null : String(key));
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
          const seqs = (await Promise.all(rooms.map((room) => messagesOf(ada, room)))).map((lines) =>
            lines.map(({ seq }) => seq as number),
          );
          expect(seqs.flat()).toHaveLength(answers.size);
          for (const list of seqs) expect(list).toEqual(list.map((_, place) => place + 1));
        },
      ),
      { numRuns: 12 },
    );
  });
});
