import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowestId, newId } from '@parley/protocol';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { openDesk } from '../testing/contract/desk.ts';
import { png, uploaded } from '../testing/contract/files.ts';
import type { Json } from '../testing/contract/http.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { awaitDelivery, deliver, messagesOf, openConversation, say } from '../testing/contract/conversation.ts';
import { giveTask, updateTask } from '../testing/contract/task.ts';

const hour = 3_600_000;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_RETENTION_DELETED: '30h', PARLEY_RETENTION_LOG: '60h' });
  await passGivenIds();
  ada = await signUp(server);
});
afterAll(() => server.stop());

const db = () => server.app.storage.db;
/** Lets time pass and the janitor run. */
async function pass(hours: number): Promise<void> {
  await server.clock.leap(hours * hour);
  for (let sweep = 0; sweep < 2; sweep++) await server.clock.advance(60_000);
}
/**
 * Advances the clock beyond the time of the last generated id. Ids never go back in time, and test files of a worker
 * share the generator, some with a clock weeks ahead. Otherwise the deliveries of this file would look younger than
 * they are by their ids.
 */
async function passGivenIds(): Promise<void> {
  const isAhead = () => newId('delivery', server.clock.now()) >= lowestId('delivery', server.clock.now() + 1);
  for (let ms = hour; isAhead(); ms *= 2) await server.clock.leap(ms);
}
/** Calls `ask` after another sweep. A sweep that ran while the clock jumped began too early. */
async function afterASweep<T>(ask: () => Promise<T>): Promise<T> {
  await server.clock.advance(60_000);
  return ask();
}
const count = async (table: string, column: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db());
  return rows[0]?.count ?? 0;
};

/** Returns the tables with a conversation id, except the delivery log, which has its own retention time. */
async function tablesOfConversations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'conversation_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(
    db(),
  );
  return rows.map((row) => row.name).filter((name) => !['deliveries', 'notifications', 'demo'].includes(name));
}
const tablesWith = async (conversation: string): Promise<string[]> => {
  const tables = await tablesOfConversations();
  const counts = await Promise.all(tables.map((table) => count(table, 'conversation_id', conversation)));
  return tables.filter((_table, at) => counts[at] !== 0).toSorted();
};

describe('§10 a deleted room', () => {
  it('is erased with all that hangs on it once it has been kept long enough, and no other room is', async () => {
    const { person, agent, conversation, ask, resolve } = await openDesk(server, ['coin.charge']);
    const other = await openConversation(person, agent);
    for (const where of [conversation, other]) await say(person, where, 'hello');
    const [mine, shared] = [await uploaded(person, png), await uploaded(person, png)];
    for (const [where, assetId] of [
      [conversation, mine],
      [conversation, shared],
      [other, shared],
    ]) {
      expect((await person.post(`/v1/conversations/${where}/attachments`, { assetId })).status).toBe(201);
    }
    await giveTask(person, conversation);
    const { approvalId } = await ask('coin.charge', { amount: 1, reason: 'a test' });
    expect((await resolve(approvalId, 'denied')).status).toBe(200);
    const before = await tablesWith(conversation);
    expect(before).toEqual(expect.arrayContaining(['approvals', 'asset_mentions', 'invocations', 'messages', 'tasks']));
    expect((await person.del(`/v1/conversations/${conversation}`)).status).toBe(204);

    await pass(29);
    expect(await tablesWith(conversation)).toEqual(expect.arrayContaining(['conversations', 'messages', 'tasks']));
    await pass(2);
    await expect.poll(() => afterASweep(() => tablesWith(conversation))).toEqual([]);
    expect((await messagesOf(person, other)).length).toBeGreaterThan(0);

    const file = (id: string) =>
      access(join(server.app.config.dataDir, 'assets', 'kept', id.slice(-2), id.slice(-4, -2), id)).then(
        () => true,
        () => false,
      );
    await pass(0);
    // The row is deleted after the file.
    await expect.poll(() => count('assets', 'asset_id', mine)).toBe(0);
    expect([await file(mine), await file(shared)]).toEqual([false, true]);
    expect((await person.get(`/v1/assets/${shared}`)).status).toBe(200);
  });

  it('is erased in batches, however much it holds', async () => {
    const conversation = await openConversation(ada, await registerAgent(server, ada));
    await sql`
      insert into messages (message_id, conversation_id, seq, author_type, blocks, created_at)
      select ${conversation} || n, ${conversation}, 1000 + n, 'platform', '[]', now() from generate_series(1, 1200) n`.execute(
      db(),
    );
    await ada.del(`/v1/conversations/${conversation}`);
    await pass(31);
    await expect.poll(() => afterASweep(() => tablesWith(conversation))).toEqual([]);
  });
});

describe('§10 work that is over', () => {
  it('is erased after as long, and what is still open stays', async () => {
    const { person, agent, conversation, inbox, ask, resolve, run } = await openDesk(server, [
      'coin.charge',
      'clock.read',
    ]);
    const done: Json = await giveTask(person, conversation);
    const open: Json = await giveTask(person, conversation);
    const told = await inbox.awaitEnvelope('task.assigned', (envelope) => envelope.task_id === done.item.taskId);
    expect((await updateTask(agent, told.delivery_id, 'completed')).status).toBe(202);
    await run('clock.now');
    const { approvalId, invocationId } = await ask('coin.charge', { amount: 1, reason: 'a test' });
    expect((await resolve(approvalId, 'approved')).status).toBe(200);
    await expect.poll(async () => (await person.get('/v1/wallet')).body.item.balance).toBe(99);
    await pass(29);
    expect((await person.get(`/v1/tasks/${done.item.taskId}`)).status).toBe(200);
    await pass(2);
    await expect.poll(() => afterASweep(() => count('invocations', 'agent_id', agent.agentId))).toBe(0);
    expect(await count('approvals', 'approval_id', approvalId)).toBe(0);
    expect(await count('invocations', 'invocation_id', invocationId)).toBe(0);
    expect((await person.get(`/v1/tasks/${done.item.taskId}`)).status).toBe(404);
    expect((await person.get(`/v1/tasks/${open.item.taskId}`)).status).toBe(200);
    // The ledger balances as a whole.
    expect((await person.get('/v1/wallet')).body.item.balance).toBe(99);
    expect(await count('coin_entries', 'approval_id', approvalId)).toBeGreaterThan(0);
  });
});

describe('§10 a deleted agent', () => {
  it('leaves its name to its messages, and nothing else of it', async () => {
    const agent = await registerAgent(server, ada, { name: 'Gone Soon', description: 'Knows secrets.' });
    const conversation = await openConversation(ada, agent);
    expect((await agent.reply(await deliver(ada, conversation, 'hi'), 'hello')).status).toBe(202);
    expect((await ada.del(`/v1/agents/${agent.agentId}`)).status).toBe(204);
    await pass(1);
    // Its retention begins when a sweep finds it.
    const isFound = async () => {
      const { rows } = await sql`
        select from agents where agent_id = ${agent.agentId} and deleted_at is not null`.execute(db());
      return rows.length;
    };
    await expect.poll(() => afterASweep(isFound)).toBe(1);
    expect(await count('credentials', 'agent_id', agent.agentId)).toBe(1);
    await pass(31);
    for (const table of ['credentials', 'memberships', 'access_requests']) {
      await expect.poll(() => afterASweep(() => count(table, 'agent_id', agent.agentId))).toBe(0);
    }
    const { rows } = await sql`select name, description from agents where agent_id = ${agent.agentId}`.execute(db());
    expect(rows).toEqual([{ name: 'Gone Soon', description: '' }]);
    const said = (await messagesOf(ada, conversation)).filter((message) => message.author.type === 'agent');
    expect(said).toMatchObject([{ author: { name: 'Gone Soon' } }]);
  });
});

describe('§10 the log of deliveries', () => {
  it('forgets deliveries that are over, and keeps those that are not', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const relay = await agent.stream();
    const over = await deliver(ada, conversation, 'one');
    await relay.awaitDeliveries(1);
    await agent.ack(over);
    await awaitDelivery(server, agent, over, { status: 'delivered' });
    relay.close();
    const open = await deliver(ada, conversation, 'two');
    expect((await ada.post(`/v1/agents/${agent.agentId}/pause`)).status).toBe(200);
    const log = async () =>
      (await ada.get(`/v1/agents/${agent.agentId}/deliveries`)).body.items.map((item: Json) => item.deliveryId);
    await pass(58);
    expect(await log()).toEqual([open, over]);
    await pass(3);
    await expect.poll(() => afterASweep(log)).toEqual([open]);
    expect(await count('delivery_attempts', 'delivery_id', over)).toBe(0);
  });
});
