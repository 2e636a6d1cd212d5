import { sql } from 'kysely';
import { limits, type AgentId, type ConversationId, type DeliveryId } from '@parley/protocol';
import { windowMax, windowStart } from '../../engine/deliveries/queue-limits.ts';
import type { Ground } from './ground.ts';
import type { Invariant } from './invariants.ts';

/** What the rules need to know of a delivery. */
export interface Known {
  readonly number: number;
  readonly agentId: AgentId;
  readonly conversation: ConversationId;
}

interface DeliveryRow {
  readonly delivery_id: DeliveryId;
  readonly agent_id: AgentId;
  readonly attempt_count: number;
  readonly last_outcome: string | null;
  readonly status: string;
  readonly is_over: boolean;
  readonly wait_ms: number | null;
  readonly recorded: number;
  /** The number of different claims among the attempts. */
  readonly fences: number;
  readonly fence: number;
  readonly held: string | null;
  readonly lease_owner: string | null;
  readonly is_orphan: boolean;
}

const roundingMs = 2;

/** The rules that hold at any time. Each breach is the name of an invariant and a sentence. */
export class Rules {
  readonly breaches: string[] = [];
  readonly deliveries = new Map<DeliveryId, Known>();
  /** Deliveries that had ended at the last inspection and were not replayed since. */
  readonly over = new Set<DeliveryId>();
  /** How the deliveries of each agent ended. Known when all have ended. */
  readonly endings = new Map<AgentId, string[]>();
  /**
   * Suspected breaches of the order of first attempts. They do not count if the circuit breaker was open for the first
   * attempt.
   */
  private readonly suspects: { readonly deliveryId: DeliveryId; readonly sentence: string }[] = [];
  /** Attempts in the database at the last inspection, and how many of them were made before a replay. */
  private readonly counted = new Map<DeliveryId, number>();
  private readonly madeBefore = new Map<DeliveryId, number>();
  private readonly tried = new Set<DeliveryId>();
  private readonly answered = new Set<DeliveryId>();
  private readonly latestInLane = new Map<string, number>();
  private readonly underWay = new Map<string, DeliveryId>();
  /** Open webhook requests by life and agent, and how often an agent accepted one of that life. */
  private readonly posted = new Map<string, Set<DeliveryId>>();
  private readonly took = new Map<string, number>();
  private readonly fences = new Map<DeliveryId, number>();
  private readonly draining = new Set<number>();

  constructor(private readonly ground: Ground) {}

  /** An engine's attempt at a webhook begins. */
  begins(deliveryId: DeliveryId, life: number): void {
    const known = this.deliveries.get(deliveryId);
    if (!known) return this.breach('lease', `${deliveryId} was sent and nobody queued it`);
    if (this.over.has(deliveryId)) this.breach('lease', `#${known.number} was sent after it was over`);
    if (this.draining.has(life)) this.breach('drain', `#${known.number} was begun by a server that stops`);
    this.countPosted(`${life} ${known.agentId}`, deliveryId);
    if (this.answered.has(deliveryId)) return;
    const lane = `${life} ${known.agentId} ${known.conversation}`;
    const other = this.underWay.get(lane);
    if (other !== undefined) this.suspect(deliveryId, `began while ${this.name(other)} was under way in its lane`);
    this.underWay.set(lane, deliveryId);
    const latest = this.latestInLane.get(known.conversation) ?? -1;
    if (!this.tried.has(deliveryId) && known.number < latest)
      this.suspect(deliveryId, `was first sent after #${latest}`);
    this.latestInLane.set(known.conversation, Math.max(latest, known.number));
    this.tried.add(deliveryId);
  }

  private countPosted(of: string, deliveryId: DeliveryId): void {
    const posted = this.posted.get(of) ?? new Set();
    if (posted.has(deliveryId))
      this.breach('lease', `${this.name(deliveryId)} was sent while an attempt was under way`);
    this.posted.set(of, posted.add(deliveryId));
    const window = Math.min(windowMax, windowStart + (this.took.get(of) ?? 0));
    if (posted.size > window)
      this.breach('window', `${posted.size} are under way at an agent that has earned ${window}`);
  }

  /** The attempt has been answered or has failed. */
  ends(deliveryId: DeliveryId, life: number, took: boolean): void {
    const known = this.deliveries.get(deliveryId);
    if (!known) return;
    const of = `${life} ${known.agentId}`;
    this.posted.get(of)?.delete(deliveryId);
    if (took) this.took.set(of, (this.took.get(of) ?? 0) + 1);
    const lane = `${life} ${known.agentId} ${known.conversation}`;
    if (this.underWay.get(lane) === deliveryId) this.underWay.delete(lane);
    this.answered.add(deliveryId);
  }

  /**
   * A delivery is written to a stream. `unacknowledged` counts the unacknowledged deliveries on it, including this one.
   */
  written(deliveryId: DeliveryId, unacknowledged: number): void {
    if (!this.deliveries.has(deliveryId)) this.breach('lease', `${deliveryId} was written and nobody queued it`);
    if (this.over.has(deliveryId)) this.breach('lease', `${this.name(deliveryId)} was written after it was over`);
    if (unacknowledged > limits.relayMaxInFlight)
      this.breach('window', `${unacknowledged} are unacknowledged on one stream`);
  }

  /** A server begins to stop in order. */
  drains(life: number): void {
    this.draining.add(life);
  }

  /** The server has stopped: it holds no leases and does not count as alive. */
  async drained(nodeId: string): Promise<void> {
    const { rows } = await sql<{ left: number; lives: boolean }>`
      select (select count(*)::int from delivery_queue where lease_owner = ${nodeId}) as left,
             exists (select from nodes where node_id = ${nodeId}) as lives`.execute(this.ground.storage.db);
    const [{ left, lives } = { left: 0, lives: false }] = rows;
    if (left > 0) this.breach('drain', `${left} are in the hands of a server that has stopped`);
    if (lives) this.breach('drain', 'a server that has stopped counts as alive');
  }

  replayed(deliveryId: DeliveryId): void {
    this.over.delete(deliveryId);
    this.madeBefore.set(deliveryId, this.counted.get(deliveryId) ?? 0);
  }

  /** Reads the current rows and checks them against the rules. */
  async inspect(): Promise<void> {
    const circuitOpen = await this.readSpared();
    for (const { deliveryId, sentence } of this.suspects.splice(0)) {
      if (!circuitOpen.has(deliveryId)) this.breach('lane', `${this.name(deliveryId)} ${sentence}`);
    }
    for (const row of await this.read()) {
      this.counted.set(row.delivery_id, row.attempt_count);
      const made = row.attempt_count - (this.madeBefore.get(row.delivery_id) ?? 0);
      const name = this.name(row.delivery_id);
      this.validateHold(name, row);
      if (made > this.ground.config.maxAttempts) this.breach('schedule', `${name} was attempted ${made} times`);
      if (row.is_over) this.over.add(row.delivery_id);
      else if (row.status === 'delivered') this.breach('end', `${name} is delivered and not over`);
      else if (row.wait_ms !== null && made > 0) this.validateWait(name, row, made);
    }
  }

  /**
   * Checks the end: after healing and enough time, nothing may be left, and nothing may have ended without a reason.
   */
  async inspectTheEnd(): Promise<void> {
    await this.inspect();
    const rows = await this.read();
    if (rows.length !== this.deliveries.size)
      this.breach('end', `${this.deliveries.size} were queued and ${rows.length} are there`);
    for (const row of rows) {
      const outcome = row.last_outcome ?? 'never tried';
      if (row.held !== null) this.breach('park', `${this.name(row.delivery_id)} waits aside for ever (${outcome})`);
      else if (!row.is_over) this.breach('end', `${this.name(row.delivery_id)} is not over (${outcome})`);
      else if (row.last_outcome === null) this.breach('end', `${this.name(row.delivery_id)} is over without a reason`);
      else this.endings.set(row.agent_id, [...(this.endings.get(row.agent_id) ?? []), row.last_outcome]);
    }
  }

  /** Checks leases and fences: only the server that holds the current claim may record attempts. */
  private validateHold(name: string, row: DeliveryRow): void {
    if (row.is_orphan) this.breach('lease', `${name} is in the hands of a server that is gone`);
    if (row.held !== null && row.lease_owner !== null) this.breach('park', `${name} waits aside and is in hand`);
    if (row.recorded !== row.attempt_count)
      this.breach('fence', `${name} counts ${row.attempt_count} attempts, ${row.recorded} are recorded`);
    if (row.fences !== row.recorded) this.breach('fence', `${name} has two attempts of one claim`);
    if (row.fence < (this.fences.get(row.delivery_id) ?? 0)) this.breach('fence', `${name} counts claims backwards`);
    this.fences.set(row.delivery_id, row.fence);
  }

  /**
   * Checks a retry delay: between the configured delay and 10 % more, or up to twice the delay if the agent asked for
   * it. A stream that opens shortens it.
   */
  private validateWait(name: string, { wait_ms, last_outcome }: DeliveryRow, made: number): void {
    const { retryDelaysMs } = this.ground.config;
    const delayMs = retryDelaysMs[Math.min(made, retryDelaysMs.length) - 1] ?? 0;
    const wait = wait_ms ?? 0;
    const atMost = last_outcome === 'http_error' ? 2 * delayMs : 1.1 * delayMs;
    const isCutShort = last_outcome === 'relay_not_connected' || last_outcome === 'relay_disconnected';
    const isTooSoon = wait < delayMs - roundingMs && !isCutShort;
    if (isTooSoon || wait > atMost + roundingMs)
      this.breach('schedule', `${name} waits ${wait} ms after attempt ${made}, not ${delayMs}`);
  }

  private async read(): Promise<DeliveryRow[]> {
    const { rows } = await sql<DeliveryRow>`
      select d.delivery_id, d.agent_id, d.attempt_count, d.last_outcome, d.status,
             not d.open as is_over, d.fence, d.held, d.lease_owner,
             d.lease_owner is not null and not exists (select from nodes n where n.node_id = d.lease_owner) as is_orphan,
             (select count(*)::int from delivery_attempts a where a.delivery_id = d.delivery_id) as recorded,
             (select count(distinct a.fence)::int from delivery_attempts a where a.delivery_id = d.delivery_id) as fences,
             (extract(epoch from d.next_attempt_at - (a.started_at + make_interval(secs => a.duration_ms / 1000.0))) * 1000)::float8 as wait_ms
      from delivery_standings d
      left join delivery_attempts a on a.delivery_id = d.delivery_id and a.attempt = d.attempt_count`.execute(
      this.ground.storage.db,
    );
    return rows;
  }

  private async readSpared(): Promise<ReadonlySet<DeliveryId>> {
    if (this.suspects.length === 0) return new Set();
    const { rows } = await sql<{ delivery_id: DeliveryId }>`
      select distinct delivery_id from delivery_attempts where outcome = 'breaker_open'`.execute(
      this.ground.storage.db,
    );
    return new Set(rows.map((row) => row.delivery_id));
  }

  private suspect(deliveryId: DeliveryId, sentence: string): void {
    this.suspects.push({ deliveryId, sentence });
  }

  private name(deliveryId: DeliveryId): string {
    return `#${this.deliveries.get(deliveryId)?.number ?? deliveryId}`;
  }

  private breach(invariant: Invariant, sentence: string): void {
    this.breaches.push(`${invariant}: ${sentence}`);
  }
}
