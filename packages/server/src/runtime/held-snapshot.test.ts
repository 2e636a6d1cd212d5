import { sql } from 'kysely';
import { newId, type AgentId, type ConversationId, type UserId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../engine/carriers/attempt-result.ts';
import { claimedDelivery } from '../engine/deliveries/fixtures/claimed.ts';
import { newDelivery } from '../engine/deliveries/fixtures/new-delivery.ts';
import { reapNodes, renewNode } from '../engine/deliveries/lease/node-queries.ts';
import { markDispatched, releaseLeases, settle } from '../engine/deliveries/lease/settle-queries.ts';
import { writeSends, type WrittenSend, type WrittenSends } from '../chat/messages/send/send-queries.ts';
import type { Db, Tx } from '../platform/storage/storage.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { explainEach } from '../testing/explain.ts';

const rooms = 20;
/** Large enough that reading old versions would cost each statement many times its usual pages. */
const rounds = 300;
const nodeId = 'node';
const at = new Date();
const places = Array.from({ length: rooms }, (_, place) => place);
const conversations = places.map((n) => `room${n}` as ConversationId);
const userId = 'user' as UserId;
const agentId = 'agent' as AgentId;

/** The embedded database has one connection, so a snapshot cannot be held open beside it. */
const shared = migratedDatabases.filter(({ name }) => name.startsWith('PostgreSQL'));

describe.each(shared)('in $name, while somebody holds a snapshot open,', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  let letGo: () => void = () => undefined;
  let holding: Promise<void> = Promise.resolve();
  const before: Record<string, number> = {};

  beforeAll(async () => {
    database = await open();
    const [storage, other] = database.nodes;
    await populate(storage.db);
    await renewNode(storage.db, nodeId, true);
    await send(1);
    Object.assign(before, await pages(2));
    await new Promise<void>((held) => {
      holding = other.transaction(async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx);
        // A slow machine takes longer than the server lets a transaction idle.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`select count(*) from users`.execute(tx);
        held();
        await new Promise<void>((resolve) => (letGo = resolve));
      });
    });
    for (let seq = 2; seq <= rounds; seq++) await send(seq);
    // Vacuum runs while the queue is empty, as it mostly is, and cannot remove the old versions.
    await storage.withoutTimeouts((db) => sql`vacuum analyze`.execute(db));
  });
  afterAll(async () => {
    letGo();
    await holding;
    await database.close();
  });

  it.each([
    // It passes the old versions of the conversation and of the author's read mark.
    ['writing sends', 4],
    ['settling', 2],
    ['noting what went out', 2],
    ['letting go', 2],
    ['looking for orphans', 2],
  ])('a statement reads hardly more than before: %s', async (name, factor) => {
    const { [name]: now } = await pages(rounds + 1);
    expect(before[name]).toBeGreaterThan(0);
    expect(now).toBeLessThan(factor * Number(before[name]) + 5);
  });

  /** Writes and delivers a message to each conversation. */
  async function send(seq: number): Promise<void> {
    const [storage] = database.nodes;
    const sends = sendsOf(seq);
    const sent = await storage.transaction((tx) => write(tx, seq, sends));
    expect([...sent.placed.values()]).toEqual(places.map(() => 'leased'));
    await settle(storage.db, sends.map(settled));
  }

  /** Returns the pages that each statement reads. The effects are rolled back. */
  async function pages(seq: number): Promise<Record<string, number>> {
    const [storage] = database.nodes;
    const sends = sendsOf(seq);
    const ids = sends.map(({ delivery }) => ({ deliveryId: delivery.deliveryId, fence: 1, at }));
    const explained = await explainEach(storage, async (db) => {
      const tx = db as unknown as Tx;
      await write(tx, seq, sends);
      await markDispatched(db, nodeId, ids);
      await releaseLeases(db, nodeId, ids, null);
      await settle(db, sends.map(settled));
      await reapNodes(tx);
    });
    const read = explained.map((statement) => statement.pages);
    const [written = NaN, dispatched = NaN, released = NaN, done = NaN] = read;
    return {
      'writing sends': written,
      'noting what went out': dispatched,
      'letting go': released,
      settling: done,
      'looking for orphans': Math.max(...read.slice(4)),
    };
  }
});

async function populate(db: Db): Promise<void> {
  const all = sql`generate_series(0, ${sql.lit(rooms - 1)}) n`;
  for (const insert of [
    sql`users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
        values (${userId}, 'ada', 'Ada', '', 'en', 'UTC', now())`,
    sql`agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes, suggested_prompts,
                status, created_at)
        values (${agentId}, ${userId}, 'clerk', 'Clerk', '', 'relay', 'private', '[]', '{}', 'live', now())`,
    sql`conversations (conversation_id, kind, creator_user_id, agent_id, last_activity_at, created_at)
        select 'room' || n, 'direct', ${userId}, ${agentId}, now(), now() from ${all}`,
    sql`conversation_people (conversation_id, user_id, joined_at) select 'room' || n, ${userId}, now() from ${all}`,
  ])
    await sql`insert into ${insert}`.execute(db);
}

type Sent = WrittenSend & { readonly delivery: NonNullable<WrittenSend['delivery']> };

function sendsOf(seq: number): Sent[] {
  return conversations.map((conversationId) => ({
    message: {
      message_id: newId('message'),
      conversation_id: conversationId,
      seq,
      author_type: 'user',
      author_id: userId,
      body: 'Hello',
      blocks: [],
      reply_to_delivery_id: null,
      proactive: false,
      created_at: at,
    },
    agentId,
    delivery: newDelivery({ agentId, conversationId }),
    isWanted: true,
    retryAt: null,
    key: null,
    proof: null,
    response: '{}',
  }));
}

function write(tx: Tx, seq: number, sends: readonly Sent[]): Promise<WrittenSends> {
  const known = conversations.map((conversationId) => ({
    ...{ conversationId, lastSeq: seq - 1, people: [userId], agentId, isLive: true, agentHears: 'all' as const },
    ...{ seq, preview: 'Hello', at },
  }));
  const plan = { nodeId, predictions: { agents: [], retryAt: places.map(() => null), at } };
  return writeSends(tx, { conversations: known, isLocked: false, sends, plan, now: at });
}

function settled({ delivery }: Sent) {
  const settlement = { status: 'delivered' as const, nextAttemptAt: null };
  return {
    ...{ nodeId, delivery: claimedDelivery(delivery), result: accepted, settlement },
    ...{ startedAt: at, durationMs: 1 },
  };
}
