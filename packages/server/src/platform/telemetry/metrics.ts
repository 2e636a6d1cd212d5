import type { AgentTransport, RefusalCode } from '@parley/protocol';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { attemptFailures, type AttemptOutcome } from './attempt-outcome.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { standingEvents, type StandingEvent } from './standing-events.ts';
import { version } from '../settings/version.ts';

/** Metrics of the server. No label holds an id, so the number of series is bounded. */
export interface Metrics {
  readonly contentType: string;
  /** Registry for gauges that are read at scrape time. */
  readonly registry: Registry;
  /** Renders all metrics in the Prometheus text format. */
  render(): Promise<string>;
  /** @param route The route's pattern, never the path of a request. */
  requestEnded(request: {
    readonly door: Door;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  refused(door: Door, code: RefusalCode): void;
  /** @param route Method and path of a route that does not list the code in its row of the contract. */
  refusedOutsideContract(route: string, code: RefusalCode): void;
  attemptEnded(outcome: AttemptOutcome, transport: AgentTransport, seconds: number): void;
  /** Counts deliveries that ended, by how they ended. */
  deliveriesEnded(ends: Readonly<Partial<Record<DeliveryEnd, number>>>): void;
  /** Counts deliveries that failed permanently, by the outcome that ended them. */
  deliveriesFailed(reasons: Readonly<Partial<Record<DeliveryFailure, number>>>): void;
  /** Counts attempt results that were dropped because another server had taken over the delivery. */
  resultsDropped(count: number): void;
  /** Counts pushes that ended, by how they ended. */
  pushesEnded(end: PushEnd, count: number): void;
  /** Counts events of standing grants and their uses. */
  standingChanged(event: StandingEvent, count: number): void;
  batchRan(batcher: string, size: number): void;
  signalsSent(count: number): void;
  /** Counts signals that were dropped and replaced by a resync. */
  signalsCut(reason: SignalsCut): void;
  connectionOpened(): void;
  connectionClosed(): void;
  connectionRefused(bound: ConnectionBound): void;
  streamOpened(kind: StreamKind): void;
  streamClosed(kind: StreamKind): void;
  streamCut(kind: StreamKind, reason: StreamCut): void;
  /** @param waitedSeconds From the request for a database connection until it was available. */
  connected(waitedSeconds: number): void;
}

export type Door = 'human' | 'agent' | 'other';
/** The limit of connections that was exceeded. */
export type ConnectionBound = (typeof connectionBounds)[number];
export type StreamKind = (typeof streamKinds)[number];
export type DeliveryEnd = (typeof deliveryEnds)[number];
export type DeliveryFailure = (typeof deliveryFailures)[number];
/**
 * Why a server ended a stream that its reader still wanted: the reader does not read, may no longer read, or the
 * server's lease expired, so that its streams are no longer registered.
 */
export type StreamCut = (typeof streamCuts)[number];
export type PushEnd = (typeof pushEnds)[number];
export type SignalsCut = (typeof signalsCuts)[number];

const connectionBounds = ['server', 'address'] as const;
const streamKinds = ['browser', 'relay'] as const;
const deliveryEnds = ['delivered', 'failed', 'quarantined'] as const;
/**
 * Accepted by the push service; no browser subscribed any more; refused, also on the second attempt; no answer; not
 * sent.
 */
const pushEnds = ['accepted', 'gone', 'refused', 'failed', 'dropped'] as const;
const signalsCuts = ['slow_reader', 'disconnected', 'overflow'] as const;
const streamCuts = ['slow_reader', 'access_ended', 'lease_lost'] as const;
const deliveryFailures = [...attemptFailures, 'withdrawn', 'room_ended'] as const;
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const waitBuckets = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Creates the metrics of one server, including those of its process and event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  addProcessMetrics(registry);
  addVersion(registry);
  const { requests, attemptTimes, batches, waits } = histograms(registry);
  const { refusals, unlistedRefusals, attempts, ends, failures, dropped, pushes, signals, signalCuts, cuts, excess } =
    counters(registry);
  const standing = standingCounter(registry);
  const streams = new Gauge({
    name: 'parley_open_streams',
    help: 'Event streams that this server holds open.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'parley_open_connections',
    help: 'Connections that this server holds open, those of streams included.',
    registers: [registry],
  });
  for (const bound of connectionBounds) excess.inc({ bound }, 0);
  for (const kind of streamKinds) streams.set({ kind }, 0);
  for (const end of deliveryEnds) ends.inc({ end }, 0);
  for (const end of pushEnds) pushes.inc({ end }, 0);
  for (const reason of deliveryFailures) failures.inc({ reason }, 0);
  for (const reason of signalsCuts) signalCuts.inc({ reason }, 0);
  for (const kind of streamKinds) for (const reason of streamCuts) cuts.inc({ kind, reason }, 0);

  return {
    contentType: registry.contentType,
    registry,
    render: () => registry.metrics(),
    requestEnded: ({ door, route, status, seconds }) =>
      requests.observe({ door, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    refused: (door, code) => refusals.inc({ door, code }),
    refusedOutsideContract: (route, code) => unlistedRefusals.inc({ route, code }),
    attemptEnded(outcome, transport, seconds) {
      attempts.inc({ outcome, transport });
      attemptTimes.observe({ transport }, seconds);
    },
    deliveriesEnded(counts) {
      for (const end of deliveryEnds) if (counts[end]) ends.inc({ end }, counts[end]);
    },
    deliveriesFailed(counts) {
      for (const reason of deliveryFailures) if (counts[reason]) failures.inc({ reason }, counts[reason]);
    },
    resultsDropped: (count) => dropped.inc(count),
    pushesEnded: (end, count) => pushes.inc({ end }, count),
    standingChanged: (event, count) => standing.inc({ event }, count),
    batchRan: (batcher, size) => batches.observe({ batcher }, size),
    signalsSent: (count) => signals.inc(count),
    signalsCut: (reason) => signalCuts.inc({ reason }),
    connectionOpened: () => connections.inc(),
    connectionClosed: () => connections.dec(),
    connectionRefused: (bound) => excess.inc({ bound }),
    streamOpened: (kind) => streams.inc({ kind }),
    streamClosed: (kind) => streams.dec({ kind }),
    streamCut: (kind, reason) => cuts.inc({ kind, reason }),
    connected: (waitedSeconds) => waits.observe(waitedSeconds),
  };
}

function histograms(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'parley_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['door', 'route', 'status'] as const,
      buckets: requestBuckets,
      registers,
    }),
    attemptTimes: new Histogram({
      name: 'parley_delivery_attempt_duration_seconds',
      help: 'Time from the start of an attempt to the agent’s answer, or to what came instead of it.',
      labelNames: ['transport'] as const,
      buckets: requestBuckets,
      registers,
    }),
    batches: new Histogram({
      name: 'parley_batch_size',
      help: 'Items that shared one transaction.',
      labelNames: ['batcher'] as const,
      buckets: batchBuckets,
      registers,
    }),
    waits: new Histogram({
      name: 'parley_database_connection_wait_seconds',
      help: 'Time that statements and transactions waited for a connection of the pool.',
      buckets: waitBuckets,
      registers,
    }),
  };
}

function counters(registry: Registry) {
  const registers = [registry];
  return {
    refusals: new Counter({
      name: 'parley_refusals_total',
      help: 'Requests that were refused, by the code of the refusal.',
      labelNames: ['door', 'code'] as const,
      registers,
    }),
    unlistedRefusals: new Counter({
      name: 'parley_refusals_outside_contract_total',
      help: 'Refusals that the row of their route in the contract does not name.',
      labelNames: ['route', 'code'] as const,
      registers,
    }),
    attempts: new Counter({
      name: 'parley_delivery_attempts_total',
      help: 'Attempts to hand a delivery to its agent, by how they ended.',
      labelNames: ['outcome', 'transport'] as const,
      registers,
    }),
    ends: new Counter({
      name: 'parley_deliveries_ended_total',
      help: 'Deliveries that are over: delivered, failed for good, or given up after crashes of the server’s own.',
      labelNames: ['end'] as const,
      registers,
    }),
    failures: new Counter({
      name: 'parley_deliveries_failed_total',
      help: 'Deliveries that failed for good, by the outcome that ended them.',
      labelNames: ['reason'] as const,
      registers,
    }),
    dropped: new Counter({
      name: 'parley_late_results_total',
      help: 'Outcomes of attempts that were dropped, because another server had the delivery in hand by then.',
      registers,
    }),
    pushes: new Counter({
      name: 'parley_pushes_total',
      help: 'Pushes to browsers that are over, by how they ended.',
      labelNames: ['end'] as const,
      registers,
    }),
    excess: new Counter({
      name: 'parley_excess_connections_total',
      help: 'Connections beyond the bound of the whole server or of one address, which were refused.',
      labelNames: ['bound'] as const,
      registers,
    }),
    signals: new Counter({
      name: 'parley_signals_sent_total',
      help: 'Signals that committed transactions gave rise to on this server.',
      registers,
    }),
    signalCuts: new Counter({
      name: 'parley_signals_cut_total',
      help: 'Times that signals were left out and their readers told to look for themselves, by what stood in the way.',
      labelNames: ['reason'] as const,
      registers,
    }),
    cuts: new Counter({
      name: 'parley_streams_cut_total',
      help: 'Event streams that this server ended although their readers had not left.',
      labelNames: ['kind', 'reason'] as const,
      registers,
    }),
  };
}

function standingCounter(registry: Registry) {
  const counter = new Counter({
    name: 'parley_standing_grant_events_total',
    help: 'Standing grants that were given or ended, and uses of them that were reserved or given back.',
    labelNames: ['event'] as const,
    registers: [registry],
  });
  for (const event of standingEvents) counter.inc({ event }, 0);
  return counter;
}

function addVersion(registry: Registry): void {
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1; the label is the version of this server.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1);
}
