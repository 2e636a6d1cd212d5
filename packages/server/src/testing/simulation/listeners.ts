import { limits, type DeliveryId } from '@parley/protocol';
import { ackDelivery } from '../../engine/deliveries/ack-delivery.ts';
import { openRelay } from '../../engine/carriers/relay/open-relay.ts';
import type { EventSink } from '../../platform/routing/route.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Chances } from './endpoints.ts';
import type { Ground, SimulatedAgent } from './ground.ts';
import type { Life } from './life.ts';
import type { Rules } from './rules.ts';

const ackTimeoutMs = 10_000;

interface Line {
  readonly agent: SimulatedAgent;
  /** When each unacknowledged delivery was written. */
  readonly written: Map<DeliveryId, number>;
  close(): void;
}

/** Relay agents that open and close streams, acknowledge soon, late or never, and sometimes report a failure. */
export class Listeners {
  private readonly lines = new Set<Line>();
  /** Planned acknowledgements, with their times. */
  private acks: {
    readonly at: number;
    readonly agent: SimulatedAgent;
    readonly deliveryId: DeliveryId;
    readonly took: boolean;
  }[] = [];

  constructor(
    private readonly ground: Ground,
    private readonly rules: Rules,
    private readonly chances: Chances,
    private readonly isWell: () => boolean,
  ) {}

  async open(life: Life, agent: SimulatedAgent): Promise<void> {
    if ([...this.lines].filter((line) => line.agent === agent).length >= limits.streamsPerAgent) return;
    const answer = await openRelay(life.app, agent);
    const written = new Map<DeliveryId, number>();
    const endings: (() => void)[] = [];
    const line: Line = {
      agent,
      written,
      close: () => {
        if (!this.lines.delete(line)) return;
        for (const ended of endings) ended();
      },
    };
    const sink: EventSink = {
      bufferedBytes: 0,
      write: (frames) => {
        for (const [, id] of String(frames).matchAll(/^id: ?(dlv_\S+)$/gm)) this.hear(line, id as DeliveryId);
        return true;
      },
      onDrain: () => undefined,
      onClose: (listener) => void endings.push(listener),
      close: () => line.close(),
    };
    this.lines.add(line);
    answer.stream(sink);
  }

  has(agent: SimulatedAgent): boolean {
    return [...this.lines].some((line) => line.agent === agent);
  }

  closeOne(random: SeededRandom): void {
    if (this.lines.size > 0) random.pick([...this.lines]).close();
  }

  /** Closes all connections, as when the server that holds them ends. */
  closeAll(): void {
    for (const line of [...this.lines]) line.close();
  }

  /** Sends the acknowledgements that are due to the current engine. */
  async acknowledge(life: Life): Promise<void> {
    const now = this.ground.clock.now();
    const due = this.acks.filter(({ at }) => at <= now);
    this.acks = this.acks.filter(({ at }) => at > now);
    for (const { agent, deliveryId, took } of due) {
      // The engine may reuse the place before it has answered.
      for (const { written } of this.lines) written.delete(deliveryId);
      await ackDelivery(life.app, agent.agentId, deliveryId, { status: took ? 'accepted' : 'failed' }, 'listener');
    }
  }

  private hear(line: Line, deliveryId: DeliveryId): void {
    const now = this.ground.clock.now();
    for (const [id, at] of line.written) if (now - at >= ackTimeoutMs) line.written.delete(id);
    line.written.set(deliveryId, now);
    this.rules.written(deliveryId, line.written.size);
    const random = this.chances(deliveryId);
    if (!this.isWell() && random.chance(0.1)) return;
    const late = !this.isWell() && random.chance(0.15);
    const at = now + (late ? random.whole(10_000, 300_000) : random.whole(0, 400));
    this.acks.push({ at, agent: line.agent, deliveryId, took: this.isWell() || random.chance(0.9) });
  }
}
