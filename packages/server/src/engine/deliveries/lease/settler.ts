import type { AgentId, DeliveryId } from '@parley/protocol';
import { lockAgent, updateStatus } from '../../../accounts/agents/queries.ts';
import type { Core } from '../../../platform/routing/core.ts';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import { createBatcher } from '../../../platform/storage/batcher.ts';
import { CommitOutcomeUnknown } from '../../../platform/storage/commit-errors.ts';
import type { Storage, Tx } from '../../../platform/storage/storage.ts';
import { retryTransient } from '../../../platform/storage/transient.ts';
import type { DeliveryFailure, Metrics } from '../../../platform/telemetry/metrics.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Claimed } from '../delivery.ts';
import type { FailingAgents } from './failing-agents.ts';
import { isQuarantine, scheduleOf, settlementOf } from './retry.ts';
import { settle, type Changed, type Settled } from './settle-queries.ts';

export interface Attempted {
  readonly delivery: Claimed;
  readonly result: AttemptResult;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Records attempts. Attempts that finish at the same time are settled in one batch. */
export interface Settler {
  /** Resolves after the commit to the time of the next attempt, or null if the delivery has ended. */
  settle(nodeId: string, attempted: Attempted): Promise<Date | null>;
  idle(): Promise<void>;
}

/** Covers a database outage of about ten seconds. After a longer one the delivery is sent again. */
const attemptsToRecord = 10;

export function createSettler(
  { storage, config, hub, log, metrics }: Pick<Core, 'storage' | 'config' | 'hub' | 'log' | 'metrics'>,
  failingAgents: FailingAgents,
): Settler {
  const schedule = scheduleOf(config);
  const batcher = createBatcher<Settled & { readonly nodeId: string }, void>({
    maxBatch: 256,
    maxQueued: 1_000_000,
    concurrency: storage.kind === 'postgres' ? 2 : 1,
    onRun: (size) => metrics.batchRan('settle', size),
    run: async (settled) => {
      const gone = settled.filter(isGone).map(({ delivery }) => delivery.agentId);
      // Sorted by id, the order in which every statement locks several deliveries.
      const inOrder = settled.toSorted((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
      const { recorded, paused } = await untilRecorded(() => record(storage, inOrder, new Set(gone)));
      for (const agentId of paused) log.warn({ agentId }, 'agent paused: its webhook answered 410 Gone');
      const counted = settled.filter(({ delivery }) => recorded.has(delivery.deliveryId));
      countEnds({ metrics, failingAgents }, counted);
      if (counted.length < settled.length) {
        const late = settled.length - counted.length;
        metrics.resultsDropped(late);
        log.warn({ late }, 'dropped stale delivery results');
      }
      hub.publish([
        ...deliverySignals(counted.map(({ delivery }) => delivery)),
        ...[...new Set(counted.filter(isFailedAssignment).map(({ delivery }) => delivery.agentId))].map(
          assignmentFailed,
        ),
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

/** A webhook that is gone for good. What a listener's program answers says nothing of it. */
const isGone = ({ result }: Settled): boolean => result.statusCode === 410 && result.via !== 'listener';

/** Settles a batch in one statement. It needs a transaction only if an agent must be paused too. */
async function record(storage: Storage, settled: readonly Settled[], gone: ReadonlySet<AgentId>): Promise<Recorded> {
  if (gone.size === 0) return { recorded: await settle(storage.db, settled), paused: [] };
  return storage.transaction(async (tx) => {
    const paused: AgentId[] = [];
    for (const agentId of gone) if (await pauseGone(tx, agentId)) paused.push(agentId);
    return { recorded: await settle(tx, settled), paused };
  });
}

interface Recorded {
  readonly recorded: ReadonlySet<DeliveryId>;
  /** Agents paused by this batch because their webhooks answered 410. */
  readonly paused: readonly AgentId[];
}

/** Retries work that is safe to run twice: the fence lets a result count only once. */
async function untilRecorded<T>(work: () => Promise<T>): Promise<T> {
  const again = () => retryTransient(work, { attempts: attemptsToRecord });
  return again().catch((error: unknown) => {
    if (error instanceof CommitOutcomeUnknown) return again();
    throw error;
  });
}

/** Returns the signal that a task assignment did not reach its agent. */
export function assignmentFailed(agentId: AgentId): Signal {
  return { to: 'servers', type: 'assignmentFailed', agentId };
}

function isFailedAssignment({ delivery, result, settlement }: Settled): boolean {
  return delivery.event === 'task.assigned' && settlement.nextAttemptAt === null && result.outcome !== 'delivered';
}

function countEnds(
  { metrics, failingAgents }: { readonly metrics: Metrics; readonly failingAgents: FailingAgents },
  settled: readonly Settled[],
): void {
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
    failingAgents.note(delivery.agentId, 1);
  }
  metrics.deliveriesEnded(ends);
  metrics.deliveriesFailed(reasons);
}

/** Pauses an agent after its endpoint answered 410. Returns whether the agent was live. */
async function pauseGone(tx: Tx, agentId: AgentId): Promise<boolean> {
  const agent = await lockAgent(tx, agentId);
  if (agent?.status !== 'live') return false;
  await updateStatus(tx, agentId, 'paused', 'The webhook answered 410 Gone.');
  return true;
}

/** Returns the signals that tell senders of changed delivery status. */
export function deliverySignals(changed: readonly Changed[]): Signal[] {
  return changed.flatMap(({ messageId, conversationId, userId }) =>
    messageId === null ? [] : [tell([userId], 'deliveryUpdated', { conversationId, messageId })],
  );
}
