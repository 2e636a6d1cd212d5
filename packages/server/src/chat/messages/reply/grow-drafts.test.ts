import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameKey } from '../../../platform/idempotency/idempotency.ts';
import type { Signal } from '../../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { deliver, messagesOf, openConversation } from '../../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { KnownDrafts } from '../drafts/known-drafts.ts';
import { growDrafts, isGrowth } from './grow-drafts.ts';
import { openReplies } from './open-replies.ts';
import { postReplies } from './post-replies.ts';
import type { PostReply } from './reply.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let known: KnownDrafts;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  known = new KnownDrafts();
});
afterAll(() => server.stop());

const keyOf = (text: string, name: string = randomUUID()) =>
  nameKey({ caller: agent.agentId, method: 'POST', path: '/hooks/v1/reply', body: Buffer.from(text) }, name);
const replyOf = (deliveryId: string, text: string, more: Partial<PostReply> = {}): PostReply => ({
  agentId: agent.agentId as AgentId,
  deliveryId: deliveryId as DeliveryId,
  blocks: [{ type: 'text', text }],
  partial: true,
  toAgentId: null,
  key: keyOf(text),
  trace: null,
  isContinued: false,
  ...more,
});
const opened = async (text = 'One') => {
  const conversation = await openConversation(ada, agent);
  const deliveryId = await deliver(ada, conversation, 'Go.');
  const [first] = await postReplies(server.app, known, [replyOf(deliveryId, text)]);
  return { conversation, deliveryId, first };
};
const shownIn = async (conversation: string) =>
  (await messagesOf(ada, conversation)).slice(1).map(({ partial, blocks }) => [partial, blocks[0].text]);

type Opened = Awaited<ReturnType<typeof opened>>;

describe('a partial reply to a draft that the server knows', () => {
  it('is answered as the first was, shows instead of it, and is told to the people in the room', async () => {
    const { conversation, deliveryId, first } = await opened();
    const told: Signal[] = [];
    const end = server.app.hub.onPublished((signals) => told.push(...signals));
    const [grown] = await growDrafts(server.app, known, [replyOf(deliveryId, 'One two')]);
    end();
    expect(grown).toEqual(first);
    expect(await shownIn(conversation)).toEqual([[true, 'One two']]);
    const { messageId } = (await messagesOf(ada, conversation))[1] ?? {};
    expect(told.filter((signal) => signal.type === 'messagePartial')).toEqual([
      {
        to: 'people',
        userIds: [ada.userId],
        type: 'messagePartial',
        payload: { conversationId: conversation, messageId },
      },
    ]);
  });

  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.app.storage.db);
  it.each<[string, (draft: Opened) => Promise<unknown>, boolean]>([
    ['nothing', async () => undefined, true],
    [
      'the seat',
      ({ conversation: c }) => run(sql`update conversations set agent_id = null where conversation_id = ${c}`),
      false,
    ],
    [
      'the room',
      ({ conversation: c }) => run(sql`update conversations set deleted_at = now() where conversation_id = ${c}`),
      false,
    ],
    [
      'the delivery',
      ({ deliveryId: d }) => run(sql`update deliveries set created_at = '2000-01-01' where delivery_id = ${d}`),
      false,
    ],
    [
      'its delivery’s agent',
      ({ deliveryId: d }) => run(sql`update deliveries set agent_id = 'agt_other' where delivery_id = ${d}`),
      false,
    ],
    ['the right to go on', ({ deliveryId: d }) => run(sql`insert into stopped_deliveries values (${d}, now())`), false],
    ['the draft', ({ deliveryId: d }) => run(sql`delete from drafts where delivery_id = ${d}`), false],
    [
      'the draft for another',
      ({ deliveryId: d }) => run(sql`update drafts set message_id = 'msg_other' where delivery_id = ${d}`),
      false,
    ],
    [
      'the draft to time',
      ({ deliveryId: d }) => run(sql`update drafts set updated_at = '2000-01-01' where delivery_id = ${d}`),
      false,
    ],
  ])('grows only where it has not lost %s meanwhile', async (_what, change, grows) => {
    const draft = await opened();
    await change(draft);
    const reply = replyOf(draft.deliveryId, 'One two');
    const [grown] = await growDrafts(server.app, known, [reply]);
    expect(grown !== null).toBe(grows);
    expect(isGrowth(known, reply)).toBe(grows);
    const { rows } = await sql<{ text: string }>`
      select blocks->0->>'text' as text from drafts where delivery_id = ${draft.deliveryId}`.execute(
      server.app.storage.db,
    );
    expect(rows.every(({ text }) => text === (grows ? 'One two' : 'One'))).toBe(true);
  });

  it('does not grow once its person has blocked the agent, or who answered the form that it answers', async () => {
    const ben = await signUp(server);
    const terms = (person: Person, blocked: boolean) =>
      run(sql`
        insert into memberships (user_id, agent_id, blocked) values (${person.userId}, ${agent.agentId}, ${blocked})
        on conflict (user_id, agent_id) do update set blocked = excluded.blocked`);
    const grows = async ({ deliveryId }: Opened, text: string) =>
      (await growDrafts(server.app, known, [replyOf(deliveryId, text)]))[0] !== null;

    const [own, forms] = [await opened(), await opened()];
    await run(sql`
      insert into form_answers (message_id, form_id, user_id, delivery_id, submitted_at)
      values ('msg_form', 'form', ${ben.userId}, ${forms.deliveryId}, now())`);
    await terms(ada, true);
    expect([await grows(own, 'Two'), await grows(forms, 'Two')]).toEqual([false, true]);
    await terms(ada, false);
    await terms(ben, true);
    expect(await grows(forms, 'Three')).toBe(false);
    await terms(ben, false);
  });

  it('is none of its own where its key was used, where its twin is beside it, or where another agent sends it', async () => {
    const { conversation, deliveryId } = await opened();
    const key = keyOf('Two', 'a key');
    const two = replyOf(deliveryId, 'Two', { key });
    expect(await growDrafts(server.app, known, [two, { ...two }])).toEqual([expect.anything(), null]);
    expect(await growDrafts(server.app, known, [replyOf(deliveryId, 'Three', { key })])).toEqual([null]);
    const [again] = await postReplies(server.app, known, [two]);
    expect(again).toMatchObject({ status: 202, replayed: true });
    expect(isGrowth(known, replyOf(deliveryId, 'Three', { agentId: 'agt_other' }))).toBe(false);
    expect(await shownIn(conversation)).toEqual([[true, 'Two']]);
  });

  it('keeps the draft open for ten minutes more, to the second', async () => {
    const { conversation, deliveryId } = await opened();
    for (const [text, afterMs] of [
      ['Two', 9 * 60_000],
      ['Three', 500],
      ['Four', 9 * 60_000],
    ] as const) {
      await server.clock.advance(afterMs);
      expect(await growDrafts(server.app, known, [replyOf(deliveryId, text)])).toEqual([expect.anything()]);
    }
    await server.clock.advance(10 * 60_000 - 1);
    expect(await shownIn(conversation)).toEqual([[true, 'Four']]);
    await server.clock.advance(1);
    expect(await shownIn(conversation)).toEqual([]);
  });

  it('is not known any more once the final reply has come', async () => {
    const { deliveryId } = await opened();
    expect(isGrowth(known, replyOf(deliveryId, 'Two'))).toBe(true);
    await postReplies(server.app, known, [replyOf(deliveryId, 'Done.', { partial: false })]);
    expect(isGrowth(known, replyOf(deliveryId, 'Two'))).toBe(false);
  });

  it('is not held up by a neighbour that does not grow', async () => {
    const [ended, open] = [await opened(), await opened()];
    await run(sql`delete from drafts where delivery_id = ${ended.deliveryId}`);
    const both = [replyOf(ended.deliveryId, 'Two'), replyOf(open.deliveryId, 'Two')];
    expect(await growDrafts(server.app, known, both)).toEqual([null, expect.anything()]);
    expect(await shownIn(open.conversation)).toEqual([[true, 'Two']]);
  });
});

describe('replies to one delivery', () => {
  it('take effect in the order in which they came, though a partial waits longer for the database', async () => {
    const { storage } = server.app;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const late: typeof storage = {
      ...storage,
      atOnce: async (statement) => {
        await gate;
        return storage.atOnce(statement);
      },
    };
    const post = openReplies({ ...server.app, storage: late });
    const [one, two] = [await asked(), await asked()];
    await post(replyOf(one.deliveryId, 'One'));

    const partial = post(replyOf(one.deliveryId, 'One two'));
    const final = post(replyOf(one.deliveryId, 'Done.', { partial: false }));
    // Meanwhile a complete batch of other replies runs.
    await post(replyOf(two.deliveryId, 'Beside.', { partial: false }));
    open();
    const answers = await Promise.all([partial, final]);
    expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([202, 202]);
    expect(await shownIn(one.conversation)).toEqual([[false, 'Done.']]);
  });

  const asked = async () => {
    const conversation = await openConversation(ada, agent);
    return { conversation, deliveryId: await deliver(ada, conversation, 'Go.') };
  };
});
