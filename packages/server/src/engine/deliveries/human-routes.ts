import {
  isId,
  routes,
  type AgentId,
  type DeliveryId,
  type DeliveryLogEntry,
  type HandlerError,
  type MessageId,
  type UserId,
} from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { lockOwnedAgent, requireOwnedAgent } from '../../accounts/agents/owned-agent.ts';
import type { DeliveryApp } from './delivery-app.ts';
import { pageOf, readCursor } from '../../platform/routing/pages.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { traceIdOf } from '../../platform/telemetry/trace.ts';
import { ackDelivery } from './ack-delivery.ts';
import { withDispatches } from './with-dispatches.ts';
import { findHandlerErrors } from './handler-error-queries.ts';
import { findAttempts, findDelivery, findTrace, listDeliveries, type DeliveryLogRow } from './log/log-queries.ts';
import { presentConnection } from './log/present-connection.ts';
import { replayDelivery, type HasSeat } from './replay-delivery.ts';

/** Finds the messages that answer a delivery. Passed in, because this folder may not import messages. */
export type FindReplyIds = (db: Db | Tx, deliveryId: DeliveryId) => Promise<MessageId[]>;

/** The owner's delivery log and the replay of a delivery. They return metadata only, never a body. */
export function deliveryRoutes(app: DeliveryApp, findReplyIds: FindReplyIds, hasSeat: HasSeat): HumanRoute[] {
  const { storage, clock, engine } = app;
  return [
    humanRoute(routes.listDeliveries, async ({ caller, params, query: { limit, cursor, status = null } }) => {
      const { agent_id: agentId } = await readOwnedAgent(app, caller.userId, params.agentId);
      const [below = null] = readCursor(cursor) ?? [];
      const rows = await listDeliveries(storage.db, { agentId, status, below, limit: limit + 1 });
      const errors = await findHandlerErrors(
        storage.db,
        rows.map((row) => row.delivery_id),
      );
      const told = await withDispatches(rows, engine.dispatchesOf);
      return pageOf(told, { limit, key: (row) => [row.delivery_id], present: (row) => presentEntry(row, errors) });
    }),
    humanRoute(routes.getDelivery, async ({ caller, params }) => {
      const { agent_id: agentId } = await readOwnedAgent(app, caller.userId, params.agentId);
      return { item: await presentItem(storage.db, agentId, params.deliveryId, { findReplyIds, engine }) };
    }),
    humanRoute(routes.getConnection, async ({ caller, params }) => ({
      item: await presentConnection(
        storage.db,
        engine.carriers,
        await readOwnedAgent(app, caller.userId, params.agentId),
      ),
    })),
    humanRoute(routes.ackListened, async ({ caller, params: { agentId, deliveryId }, body, refuse }) => {
      const agent = await readOwnedAgent(app, caller.userId, agentId);
      if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
      return { matched: await ackDelivery(app, agent.agent_id, deliveryId, body, 'listener') };
    }),
    humanRoute(routes.replayDelivery, async ({ caller, params: { agentId, deliveryId }, refuse }) => {
      const item = await storage.transaction(async (tx) => {
        const agent = await lockOwnedAgent(tx, caller.userId, agentId);
        if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
        await replayDelivery(tx, { agentId: agent.agent_id, deliveryId, now: new Date(clock.now()) }, hasSeat);
        return presentItem(tx, agent.agent_id, deliveryId, { findReplyIds, engine });
      });
      engine.wake();
      return { item };
    }),
  ];
}

function readOwnedAgent({ storage }: DeliveryApp, userId: UserId, agentId: string): Promise<AgentRow> {
  return requireOwnedAgent(storage.db, userId, agentId);
}

async function presentItem(
  db: Db | Tx,
  agentId: AgentId,
  deliveryId: string,
  { findReplyIds, engine }: { readonly findReplyIds: FindReplyIds; readonly engine: DeliveryApp['engine'] },
) {
  const stored = isId('delivery', deliveryId) ? await findDelivery(db, agentId, deliveryId) : null;
  const [row] = await withDispatches(stored ? [stored] : [], engine.dispatchesOf);
  if (!row) return refuse('delivery_not_found');
  const trace = await findTrace(db, row.delivery_id);
  return {
    ...presentEntry(row, await findHandlerErrors(db, [row.delivery_id])),
    attempts: await findAttempts(db, row.delivery_id),
    replyMessageIds: await findReplyIds(db, row.delivery_id),
    traceId: trace === null ? null : traceIdOf(trace),
  };
}

function presentEntry(row: DeliveryLogRow, errors: ReadonlyMap<DeliveryId, HandlerError>): DeliveryLogEntry {
  return {
    deliveryId: row.delivery_id,
    event: row.event,
    conversationId: row.conversation_id,
    status: row.status,
    attemptCount: row.attempt_count,
    createdAt: row.created_at.toISOString(),
    dispatchedAt: row.dispatched_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    handlerError: errors.get(row.delivery_id) ?? null,
  };
}
