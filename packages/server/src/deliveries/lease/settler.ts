import type { AgentId, DeliveryId } from '@parley/protocol';
import { lockAgent, updateStatus } from '../../agents/queries.ts';
import type { Core } from '../../routing/core.ts';
import { tell, type Signal } from '../../signals/signal.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { CommitOutcomeUnknown } from '../../storage/commit-errors.ts';
import type { Storage, Tx } from '../../storage/storage.ts';
import { retryTransient } from '../../storage/transient.ts';
import type { DeliveryFailure, Metrics } from '../../telemetry/metrics.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Claimed } from '../delivery.ts';
import { isQuarantine, settlementOf } from './retry.ts';
import { settle, type Changed, type Settled } from './settle-queries.ts';

export interface Attempted {
  readonly delivery: Claimed;
  readonly result: AttemptResult;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Records attempts. Those that end together are settled by one transaction. */
export interface Settler {
  /** Resolves, once it is committed, with when the delivery is due again (null: it is over). */
  settle(nodeId: string, attempted: Attempted): Promise<Date | null>;
  idle(): Promise<void>;
}

/** A database that is away for some ten seconds costs no outcome; after that the delivery is made again. */
const attemptsToRecord = 10;

export function createSettler({
  storage,
  config,
  hub,
  log,
  metrics,
}: Pick<Core, 'storage' | 'config' | 'hub' | 'log' | 'metrics'>): Settler {
  const schedule = { delaysMs: config.retryDelaysMs, maxAttempts: config.maxAttempts };
  const batcher = createBatcher<Settled & { readonly nodeId: string }, void>({
    maxBatch: 256,
    maxQueued: 1_000_000,
    concurrency: storage.kind === 'postgres' ? 2 : 1,
    onRun: (size) => metrics.batchRan('settle', size),
    run: async (settled) => {
      const gone = settled.filter(({ result }) => result.statusCode === 410).map(({ delivery }) => delivery.agentId);
      // In one order, which whoever else locks several of them keeps too.
      const inOrder = settled.toSorted((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
      const recorded = await untilRecorded(() => record(storage, inOrder, new Set(gone)));
      const counted = settled.filter(({ delivery }) => recorded.has(delivery.deliveryId));
      countEnds(metrics, counted);
      if (counted.length < settled.length) {
        const late = settled.length - counted.length;
        metrics.resultsDropped(late);
        log.warn({ late }, 'dropped stale delivery results');
      }
      hub.publish([
        ...deliverySignals(counted.map(({ delivery }) => delivery)),
        ...[...new Set(gone)].map((agentId) => ({ to: 'servers', type: 'agentChanged', agentId }) as const),
      ]);
      return settled.map(() => undefined);
    },
  });
  return {
    async settle(nodeId, { delivery, result, startedAtMs, endedAtMs }) {
      const settlement = settlementOf(delivery, result, schedule, endedAtMs);
      const durationMs = endedAtMs - startedAtMs;
      await batcher.add({ nodeId, delivery, result, settlement, startedAt: new Date(startedAtMs), durationMs });
      return settlement.nextAttemptAt;
    },
    idle: () => batcher.idle(),
  };
}

/** One statement commits by itself; only an agent that is gone takes more. */
function record(storage: Storage, settled: readonly Settled[], gone: ReadonlySet<AgentId>): Promise<Set<DeliveryId>> {
  if (gone.size === 0) return settle(storage.db, settled);
  return storage.transaction(async (tx) => {
    for (const agentId of gone) await pauseGone(tx, agentId);
    return settle(tx, settled);
  });
}

/** Runs what may safely run twice, because the fence lets a result count once. */
async function untilRecorded<T>(work: () => Promise<T>): Promise<T> {
  const again = () => retryTransient(work, { attempts: attemptsToRecord });
  return again().catch((error: unknown) => {
    if (error instanceof CommitOutcomeUnknown) return again();
    throw error;
  });
}

function countEnds(metrics: Metrics, settled: readonly Settled[]): void {
  const ends = { delivered: 0, failed: 0, quarantined: 0 };
  const reasons: Partial<Record<DeliveryFailure, number>> = {};
  for (const { delivery, result, settlement } of settled) {
    if (settlement.nextAttemptAt !== null) continue;
    const { outcome } = result;
    if (outcome === 'delivered') {
      ends.delivered++;
      continue;
    }
    if (isQuarantine(delivery, result)) ends.quarantined++;
    else ends.failed++;
    reasons[outcome] = (reasons[outcome] ?? 0) + 1;
  }
  metrics.deliveriesEnded(ends);
  metrics.deliveriesFailed(reasons);
}

/** Pauses an agent whose endpoint is gone; one that was deleted meanwhile stays so. */
async function pauseGone(tx: Tx, agentId: AgentId): Promise<void> {
  const agent = await lockAgent(tx, agentId);
  if (agent?.status === 'live') await updateStatus(tx, agentId, 'paused', 'The webhook answered 410 Gone.');
}

/** Tells senders that a delivery of theirs fares otherwise than before. */
export function deliverySignals(changed: readonly Changed[]): Signal[] {
  return changed.flatMap(({ messageId, conversationId, userId }) =>
    messageId === null ? [] : [tell([userId], 'deliveryUpdated', { conversationId, messageId })],
  );
}
