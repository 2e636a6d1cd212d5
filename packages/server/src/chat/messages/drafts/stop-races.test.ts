import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockConversations } from '../../conversations/queries.ts';
import { startServerOn, startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent } from '../../../testing/contract/agent.ts';
import { openDesk } from '../../../testing/contract/desk.ts';
import type { Answer } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import {
  awaitDelivery,
  deliveryOf,
  messagesOf,
  openConversation,
  say,
} from '../../../testing/contract/conversation.ts';
import { openOnServer } from '../../../testing/database.ts';
import { postgres, testServerUrl } from '../../../testing/databases-under-test.ts';
import { queuedBehind } from '../../../testing/queued-behind.ts';

type Send = () => Promise<Answer>;

const codeOf = ({ status, body }: Answer) => body?.error?.code ?? status;
const partial = { partial: true };

describe.skipIf(testServerUrl === undefined)(`§11 a stop and what comes at once with it, on ${postgres.name}`, () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? '', 8));
    ada = await signUp(server);
  });
  afterAll(() => server.stop());

  /** Holds the lock of the conversation until all requests wait for it, then releases it. */
  const atOnce = async (conversation: string, ...requests: Send[]) => {
    const lock = (tx: Parameters<typeof lockConversations>[0]) =>
      lockConversations(tx, [conversation as ConversationId]);
    return (await queuedBehind(server.app.storage, lock, requests)).map(codeOf);
  };
  const ask = async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const { messageId, deliveries } = await say(ada, conversation, 'Go.');
    const { deliveryId } = deliveries[0];
    const stop: Send = () => ada.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`);
    return { agent, conversation, deliveryId, stop };
  };
  const final = async ({ agent, conversation, deliveryId, stop }: Awaited<ReturnType<typeof ask>>) => ({
    conversation,
    stop,
    reply: () => agent.reply(deliveryId, 'Done.'),
    begin: () => agent.reply(deliveryId, 'Do', partial),
    grow: () => agent.reply(deliveryId, 'Do it', partial),
  });

  it('are a final reply and nothing to stop, or a stop and a refused reply', async () => {
    const first = await final(await ask());
    expect(await atOnce(first.conversation, first.reply, first.stop)).toEqual([202, 'nothing_to_stop']);
    const second = await final(await ask());
    expect(await atOnce(second.conversation, second.stop, second.reply)).toEqual([202, 'reply_stopped']);
    expect(await messagesOf(ada, second.conversation)).toHaveLength(1);
  });

  it('are a draft that becomes final, or none', async () => {
    const first = await final(await ask());
    expect(await atOnce(first.conversation, first.begin, first.stop)).toEqual([202, 202]);
    expect((await messagesOf(ada, first.conversation)).at(-1)).toMatchObject({
      partial: false,
      blocks: [{ text: 'Do' }],
    });
    const second = await final(await ask());
    expect(await atOnce(second.conversation, second.stop, second.begin)).toEqual([202, 'reply_stopped']);
    expect(await messagesOf(ada, second.conversation)).toHaveLength(1);
  });

  it('are a draft that grows before it becomes final, or does not grow any more', async () => {
    const grow = async (asked: Awaited<ReturnType<typeof final>>) => {
      expect((await asked.begin()).status).toBe(202);
      return asked.grow;
    };
    const first = await final(await ask());
    expect(await atOnce(first.conversation, await grow(first), first.stop)).toEqual([202, 202]);
    expect((await messagesOf(ada, first.conversation)).at(-1)).toMatchObject({
      partial: false,
      blocks: [{ text: 'Do it' }],
    });
    const second = await final(await ask());
    expect(await atOnce(second.conversation, second.stop, await grow(second))).toEqual([202, 'reply_stopped']);
    expect((await messagesOf(ada, second.conversation)).at(-1)).toMatchObject({
      partial: false,
      blocks: [{ text: 'Do' }],
    });
  });

  it('are one stop, however many ask for it', async () => {
    const { agent, conversation, deliveryId, stop } = await ask();
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(await atOnce(conversation, stop, stop, stop)).toEqual([202, 202, 202]);
    const { attempts } = await deliveryOf(agent, deliveryId);
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['relay_not_connected', 'withdrawn']);
  });

  it('are one end of an approval', async () => {
    for (const stopsFirst of [true, false]) {
      const desk = await openDesk(server, ['coin.charge']);
      const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
      const [{ messageId }] = (await messagesOf(desk.person, desk.conversation)) as [{ messageId: string }];
      const stop: Send = () => desk.person.post(`/v1/conversations/${desk.conversation}/messages/${messageId}/stop`);
      const approve: Send = () => desk.resolve(approvalId, 'approved');
      const answers = await atOnce(desk.conversation, ...(stopsFirst ? [stop, approve] : [approve, stop]));
      expect(answers).toEqual(stopsFirst ? [202, 'approval_conflict'] : [200, 202]);
      expect(await desk.result(invocationId)).toMatchObject({ outcome: stopsFirst ? 'denied' : 'succeeded' });
      const told = desk.inbox.envelopes('approval.resolved');
      expect(told.map(({ approval }) => approval.state)).toEqual([stopsFirst ? 'denied' : 'approved']);
      desk.inbox.close();
    }
  });

  it('are a stop that no replay undoes', async () => {
    const { agent, deliveryId, stop } = await ask();
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    // A replay does not lock the conversation, so this test locks the delivery to hold it up.
    const lock = (tx: Parameters<typeof lockConversations>[0]) =>
      sql`select from deliveries where delivery_id = ${deliveryId} for update`.execute(tx);
    const replay: Send = () => ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    const answers = (await queuedBehind(server.app.storage, lock, [replay, stop])).map(codeOf);
    expect(answers).toEqual([202, 202]);
    const { rows } = await sql`select from delivery_queue where delivery_id = ${deliveryId}`.execute(
      server.app.storage.db,
    );
    expect(rows).toEqual([]);
    expect(codeOf(await replay())).toBe('delivery_withdrawn');
  });
});

describe('§11 stops beside sends and replies', () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await signUp(server);
  });
  afterAll(() => server.stop());

  it('have one outcome each: answered, or stopped with nothing after it', async () => {
    const agent = await registerAgent(server, ada);
    const relay = await agent.stream();
    const conversation = await openConversation(ada, agent);
    const rounds = Array.from({ length: 20 }, async () => {
      const { messageId, deliveries } = await say(ada, conversation, 'Go.');
      const { deliveryId } = deliveries[0];
      const [stopped, replied] = await Promise.all([
        ada.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`),
        agent.reply(deliveryId, `Done with ${deliveryId}.`),
      ]);
      return { deliveryId, outcome: [codeOf(stopped), codeOf(replied)] };
    });
    for (const { deliveryId, outcome } of await Promise.all(rounds)) {
      const answers = (await messagesOf(ada, conversation, '?limit=200')).filter(
        (m) => m.replyToDeliveryId === deliveryId,
      );
      const isStopped = outcome[0] === 202;
      expect(outcome).toEqual(isStopped ? [202, 'reply_stopped'] : ['nothing_to_stop', 202]);
      expect(answers).toHaveLength(isStopped ? 0 : 1);
      if (isStopped) expect(await deliveryOf(agent, deliveryId)).toMatchObject({ nextAttemptAt: null });
    }
    relay.close();
  });
});
