import { sql } from 'kysely';
import { limits, type AgentId, type ConversationId, type DeliveryId } from '@parley/protocol';
import type { Ground } from './ground.ts';

/** What a rule must know of a delivery. */
export interface Known {
  readonly number: number;
  readonly agentId: AgentId;
  readonly room: ConversationId;
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
}

const roundingMs = 2;

/** What must hold at every moment, whatever happens. Each breach is a sentence. */
export class Rules {
  readonly breaches: string[] = [];
  readonly deliveries = new Map<DeliveryId, Known>();
  /** Deliveries that were over when it was last looked, and were not started over since. */
  readonly over = new Set<DeliveryId>();
  /** How the deliveries of each agent ended; known when all have. */
  readonly endings = new Map<AgentId, string[]>();
  /** Breaches of the order of first attempts, unless the first attempt was one that the breaker spared the agent. */
  private readonly suspects: { readonly deliveryId: DeliveryId; readonly sentence: string }[] = [];
  /** Attempts that the database counted when it was last looked, and those of them that were made before a replay. */
  private readonly counted = new Map<DeliveryId, number>();
  private readonly madeBefore = new Map<DeliveryId, number>();
  private readonly tried = new Set<DeliveryId>();
  private readonly answered = new Set<DeliveryId>();
  private readonly latestInLane = new Map<string, number>();
  private readonly underWay = new Map<string, DeliveryId>();

  constructor(private readonly ground: Ground) {}

  /** An attempt begins at a webhook, by the engine of this life. */
  begins(deliveryId: DeliveryId, life: number): void {
    const known = this.deliveries.get(deliveryId);
    if (!known) return this.breach(`${deliveryId} was sent and nobody queued it`);
    if (this.over.has(deliveryId)) this.breach(`#${known.number} was sent after it was over`);
    if (this.answered.has(deliveryId)) return;
    const lane = `${life} ${known.agentId} ${known.room}`;
    const other = this.underWay.get(lane);
    if (other !== undefined) this.suspect(deliveryId, `began while ${this.name(other)} was under way in its lane`);
    this.underWay.set(lane, deliveryId);
    const latest = this.latestInLane.get(known.room) ?? -1;
    if (!this.tried.has(deliveryId) && known.number < latest)
      this.suspect(deliveryId, `was first sent after #${latest}`);
    this.latestInLane.set(known.room, Math.max(latest, known.number));
    this.tried.add(deliveryId);
  }

  /** That attempt is answered, or has failed. */
  ends(deliveryId: DeliveryId, life: number): void {
    const known = this.deliveries.get(deliveryId);
    if (!known) return;
    const lane = `${life} ${known.agentId} ${known.room}`;
    if (this.underWay.get(lane) === deliveryId) this.underWay.delete(lane);
    this.answered.add(deliveryId);
  }

  /** A delivery is written to a stream on which so many, itself included, are unacknowledged. */
  written(deliveryId: DeliveryId, unacknowledged: number): void {
    if (!this.deliveries.has(deliveryId)) this.breach(`${deliveryId} was written and nobody queued it`);
    if (this.over.has(deliveryId)) this.breach(`${this.name(deliveryId)} was written after it was over`);
    if (unacknowledged > limits.relayMaxInFlight) this.breach(`${unacknowledged} are unacknowledged on one stream`);
  }

  replayed(deliveryId: DeliveryId): void {
    this.over.delete(deliveryId);
    this.madeBefore.set(deliveryId, this.counted.get(deliveryId) ?? 0);
  }

  /** Reads what the database says now, and holds it against the rules. */
  async inspect(): Promise<void> {
    const spared = await this.readSpared();
    for (const { deliveryId, sentence } of this.suspects.splice(0)) {
      if (!spared.has(deliveryId)) this.breach(`${this.name(deliveryId)} ${sentence}`);
    }
    for (const row of await this.read()) {
      this.counted.set(row.delivery_id, row.attempt_count);
      const made = row.attempt_count - (this.madeBefore.get(row.delivery_id) ?? 0);
      const name = this.name(row.delivery_id);
      if (made > this.ground.config.maxAttempts) this.breach(`${name} was attempted ${made} times`);
      if (row.recorded !== row.attempt_count)
        this.breach(`${name} counts ${row.attempt_count} attempts, ${row.recorded} are recorded`);
      if (row.is_over) this.over.add(row.delivery_id);
      else if (row.status === 'delivered') this.breach(`${name} is delivered and not over`);
      else if (row.wait_ms !== null && made > 0) this.judgeWait(name, row, made);
    }
  }

  /** All is healed and time has passed: nothing may be left, and nothing may have ended without a reason. */
  async inspectTheEnd(): Promise<void> {
    await this.inspect();
    const rows = await this.read();
    if (rows.length !== this.deliveries.size)
      this.breach(`${this.deliveries.size} were queued and ${rows.length} are there`);
    for (const row of rows) {
      if (!row.is_over) this.breach(`${this.name(row.delivery_id)} is not over (${row.last_outcome ?? 'never tried'})`);
      else if (row.last_outcome === null) this.breach(`${this.name(row.delivery_id)} is over without a reason`);
      else this.endings.set(row.agent_id, [...(this.endings.get(row.agent_id) ?? []), row.last_outcome]);
    }
  }

  /** A delay is between itself and a tenth more, or as long as the agent asks, twice itself at most. A stream that opens cuts it short. */
  private judgeWait(name: string, { wait_ms, last_outcome }: DeliveryRow, made: number): void {
    const { retryDelaysMs } = this.ground.config;
    const delayMs = retryDelaysMs[Math.min(made, retryDelaysMs.length) - 1] ?? 0;
    const wait = wait_ms ?? 0;
    const atMost = last_outcome === 'http_error' ? 2 * delayMs : 1.1 * delayMs;
    const isCutShort = last_outcome === 'relay_not_connected' || last_outcome === 'relay_disconnected';
    const isTooSoon = wait < delayMs - roundingMs && !isCutShort;
    if (isTooSoon || wait > atMost + roundingMs)
      this.breach(`${name} waits ${wait} ms after attempt ${made}, not ${delayMs}`);
  }

  private async read(): Promise<DeliveryRow[]> {
    const { rows } = await sql<DeliveryRow>`
      select d.delivery_id, d.agent_id, d.attempt_count, d.last_outcome, d.status,
             not d.open as is_over, (select count(*)::int from delivery_attempts a where a.delivery_id = d.delivery_id) as recorded,
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

  private breach(sentence: string): void {
    this.breaches.push(sentence);
  }
}
