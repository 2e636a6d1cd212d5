import type { AgentId, DeliveryId } from '@parley/protocol';
import type { App } from '../app.ts';
import type { AttemptResult } from './carriers/attempt-result.ts';
import type { Claimed, NewDelivery } from './delivery.ts';
import type { Metrics } from '../metrics.ts';
import { Dispatcher } from './dispatcher.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { Intake } from './intake.ts';
import { NodeLease } from './node-lease.ts';
import type { RelayHub } from './relay/relay-hub.ts';
import type { Tx } from '../storage/storage.ts';

export interface EngineParts extends Omit<App, 'engine'> {
  readonly metrics: Metrics;
}

/** What a transaction queued: take it to `handOff` once that transaction is committed. */
export interface Enqueued {
  /** Already this server's: they go to their carrier without a claim. */
  readonly claimed: readonly Claimed[];
  /** Agents for whom something waits in the database. */
  readonly waiting: readonly AgentId[];
}

/** The delivery engine of this server. It claims what is due, sends it and settles the outcome; it never reads a message. */
export interface Engine {
  readonly nodeId: string;
  readonly relays: RelayHub;
  /** Writes deliveries in the transaction of what brought them about. */
  enqueue(tx: Tx, deliveries: readonly NewDelivery[]): Promise<Enqueued>;
  handOff(enqueued: Enqueued): void;
  /** Says that something may be due. */
  wake(): void;
  /** A relay stream of the agent opened on this server: what waited for one is due. */
  relayOpened(agentId: AgentId): Promise<void>;
  /** Looks again at what the agent's carrier takes now, and at what waits for it in the database. */
  nudge(agentId: AgentId): void;
  /** Ends the wait for an acknowledgement; resolves when it is recorded, false where nothing here was waiting. */
  acknowledge(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): Promise<boolean>;
  start(): Promise<void>;
  /** Claims no more, finishes what is under way within `graceMs`, and lets go of the rest. */
  drain(graceMs: number): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createEngine(parts: EngineParts): Engine {
  const lease = new NodeLease(parts);
  const dispatcher = new Dispatcher(parts, () => lease.nodeId);
  const intake = new Intake(parts, () => lease.nodeId, dispatcher);
  lease.onReaped(() => intake.wake());
  lease.onLost(() => dispatcher.forgetAll());

  return {
    get nodeId() {
      return lease.nodeId;
    },
    relays: dispatcher.relays,
    async enqueue(tx, deliveries) {
      if (deliveries.length === 0) return { claimed: [], waiting: [] };
      const wanted = dispatcher.wants(deliveries);
      const mine = await insertDeliveries(tx, deliveries, wanted, lease.nodeId);
      const claimed = deliveries.filter((delivery) => mine.has(delivery.deliveryId)).map(freshlyClaimed);
      const waiting = deliveries
        .filter((delivery) => !mine.has(delivery.deliveryId))
        .map((delivery) => delivery.agentId);
      return { claimed, waiting: [...new Set(waiting)] };
    },
    handOff({ claimed, waiting }) {
      dispatcher.take(claimed);
      if (waiting.length === 0) return;
      for (const agentId of waiting) dispatcher.waits(agentId);
      parts.hub.publish(waiting.map((agentId) => ({ to: 'servers', type: 'deliveriesWaiting', agentId }) as const));
    },
    wake: () => intake.wake(),
    relayOpened: (agentId) => intake.relayOpened(agentId),
    nudge: (agentId) => dispatcher.waits(agentId),
    acknowledge: (agentId, deliveryId, result) => dispatcher.acknowledge(agentId, deliveryId, result),
    async start() {
      await lease.start();
      intake.start();
    },
    async drain(graceMs) {
      intake.stop();
      await dispatcher.drain(graceMs);
      await lease.stop();
    },
    idle: () => dispatcher.idle(),
  };
}

function freshlyClaimed(delivery: NewDelivery): Claimed {
  return { ...delivery, attemptCount: 0, attemptsBefore: 0, crashCount: 0, fence: 1 };
}
