import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptOutcome } from './deliveries/carriers/attempt-result.ts';

/** What the server counts and measures about itself. No label holds an id: their number is bounded. */
export interface Metrics {
  readonly contentType: string;
  /** All metrics in Prometheus' text format. */
  render(): Promise<string>;
  /** @param route The route's pattern, never the path of a request. */
  requestEnded(request: {
    readonly door: Door;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  attemptEnded(outcome: AttemptOutcome, transport: 'webhook' | 'relay'): void;
  batchRan(batcher: string, size: number): void;
  signalsSent(count: number): void;
  streamOpened(kind: StreamKind): void;
  streamClosed(kind: StreamKind): void;
  /** Has the age of the oldest delivery that is due read whenever metrics are; 0 where none is due. To be called once. */
  measureOldestDue(readSeconds: () => Promise<number>): void;
}

export type Door = 'human' | 'agent' | 'other';
export type StreamKind = 'browser' | 'relay';

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Metrics of one server, the process's own and the delays of its event loop among them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['door', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const attempts = new Counter({
    name: 'parley_delivery_attempts_total',
    help: 'Attempts to hand a delivery to its agent, by how they ended.',
    labelNames: ['outcome', 'transport'] as const,
    registers,
  });
  const batches = new Histogram({
    name: 'parley_batch_size',
    help: 'Items that shared one transaction.',
    labelNames: ['batcher'] as const,
    buckets: batchBuckets,
    registers,
  });
  const signals = new Counter({
    name: 'parley_signals_sent_total',
    help: 'Signals that committed transactions gave rise to on this server.',
    registers,
  });
  const streams = new Gauge({
    name: 'parley_open_streams',
    help: 'Event streams that this server holds open.',
    labelNames: ['kind'] as const,
    registers,
  });
  for (const kind of ['browser', 'relay'] as const) streams.set({ kind }, 0);

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    requestEnded: ({ door, route, status, seconds }) =>
      requests.observe({ door, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    attemptEnded: (outcome, transport) => attempts.inc({ outcome, transport }),
    batchRan: (batcher, size) => batches.observe({ batcher }, size),
    signalsSent: (count) => signals.inc(count),
    streamOpened: (kind) => streams.inc({ kind }),
    streamClosed: (kind) => streams.dec({ kind }),
    measureOldestDue: (readSeconds) => addOldestDue(registry, readSeconds),
  };
}

/** While the database does not answer the age is not a number; all other metrics still are. */
function addOldestDue(registry: Registry, readSeconds: () => Promise<number>): void {
  new Gauge({
    name: 'parley_oldest_due_delivery_age_seconds',
    help: 'How long the oldest delivery that is due has been waiting to be sent.',
    registers: [registry],
    async collect() {
      this.set(await readSeconds().catch(() => NaN));
    },
  });
}
