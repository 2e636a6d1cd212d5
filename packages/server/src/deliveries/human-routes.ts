import {
  deliveryLogEntry,
  deliveryLogItem,
  isId,
  itemOf,
  pageOf as pageSchema,
  type AgentId,
  type DeliveryId,
  type DeliveryLogEntry,
  type MessageId,
  type UserId,
} from '@parley/protocol';
import { ownAgent } from '../agents/own-agent.ts';
import type { App } from '../app.ts';
import { pageOf, pageQuery, readCursor, readLimit } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { humanRoute, ok, type HumanRoute } from '../route.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { findAttempts, findDelivery, listDeliveries, type DeliveryLogRow } from './log-queries.ts';
import { replayDelivery, type HasSeat } from './replay-delivery.ts';

/** Finds the messages that answered a delivery; messages are none of this folder's business. */
export type FindReplyIds = (db: Db | Tx, deliveryId: DeliveryId) => Promise<MessageId[]>;

/** The owner's delivery log and the replay of a delivery: metadata only, never a body. */
export function deliveryRoutes(app: App, findReplyIds: FindReplyIds, hasSeat: HasSeat): HumanRoute[] {
  const { storage, clock, engine } = app;
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/agents/:agentId/deliveries',
      summary: 'The delivery log of your agent, newest first.',
      success: { status: 200, schema: pageSchema(deliveryLogEntry) },
      refusals: ['agent_not_found'],
      query: { status: 'pending, delivered or failed.', ...pageQuery },
      async handle({ caller, params, query }) {
        const agentId = await ownAgentId(app, caller.userId, params.agentId as string);
        const limit = readLimit(query);
        const status = readStatus(query.status);
        const [below = null] = readCursor(query) ?? [];
        const rows = await listDeliveries(storage.db, { agentId, status, below, limit: limit + 1 });
        const page = pageOf(rows, limit, (row) => [row.delivery_id]);
        return ok({ ...page, items: page.items.map(presentEntry) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/agents/:agentId/deliveries/:deliveryId',
      summary: 'One delivery of your agent with its attempts.',
      success: { status: 200, schema: itemOf(deliveryLogItem) },
      refusals: ['agent_not_found', 'delivery_not_found'],
      async handle({ caller, params }) {
        const agentId = await ownAgentId(app, caller.userId, params.agentId as string);
        return ok({ item: await presentItem(storage.db, agentId, params.deliveryId as string, findReplyIds) });
      },
    }),
    humanRoute({
      method: 'POST',
      path: '/v1/agents/:agentId/deliveries/:deliveryId/replay',
      summary: 'Give a delivery a fresh set of attempts under the same delivery id.',
      success: { status: 202, schema: itemOf(deliveryLogItem) },
      refusals: ['agent_not_found', 'delivery_not_found', 'delivery_body_erased'],
      async handle({ caller, params }) {
        const { agentId = '', deliveryId } = params;
        const item = await storage.transaction(async (tx) => {
          const agent = await ownAgent(tx, caller.userId, agentId);
          if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
          await replayDelivery(tx, { agentId: agent.agent_id, deliveryId, now: new Date(clock.now()) }, hasSeat);
          return presentItem(tx, agent.agent_id, deliveryId, findReplyIds);
        });
        engine.wake();
        return { status: 202, json: { item } };
      },
    }),
  ];
}

async function ownAgentId({ storage }: App, userId: UserId, agentId: string): Promise<AgentId> {
  return (await storage.transaction((tx) => ownAgent(tx, userId, agentId))).agent_id;
}

async function presentItem(db: Db | Tx, agentId: AgentId, deliveryId: string, findReplyIds: FindReplyIds) {
  const row = isId('delivery', deliveryId) ? await findDelivery(db, agentId, deliveryId) : null;
  if (!row) return refuse('delivery_not_found');
  return {
    ...presentEntry(row),
    attempts: await findAttempts(db, row.delivery_id),
    replyMessageIds: await findReplyIds(db, row.delivery_id),
  };
}

function presentEntry(row: DeliveryLogRow): DeliveryLogEntry {
  return {
    deliveryId: row.delivery_id,
    event: row.event,
    conversationId: row.conversation_id,
    status: row.status,
    attemptCount: row.attempt_count,
    createdAt: row.created_at.toISOString(),
    dispatchedAt: row.dispatched_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}

function readStatus(status: string | undefined): string | null {
  if (status === undefined) return null;
  if (!['pending', 'delivered', 'failed'].includes(status)) {
    refuse('malformed_request', { message: 'status is pending, delivered or failed.' });
  }
  return status;
}
