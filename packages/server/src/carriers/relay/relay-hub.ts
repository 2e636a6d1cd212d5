import type { AgentId, DeliveryId, RelayDelivery } from '@parley/protocol';
import { systemClock } from '../../time/clock.ts';
import type { AttemptResult } from '../attempt-result.ts';
import type { Recorded, RelayStream } from './relay-stream.ts';

/** The relay streams that this server holds. */
export class RelayHub {
  private readonly streams = new Map<AgentId, Set<RelayStream>>();

  add(stream: RelayStream): void {
    const held = this.streams.get(stream.agentId) ?? new Set();
    this.streams.set(stream.agentId, held.add(stream));
  }

  remove(stream: RelayStream): void {
    const held = this.streams.get(stream.agentId);
    held?.delete(stream);
    if (held?.size === 0) this.streams.delete(stream.agentId);
    stream.ended();
  }

  of(agentId: AgentId): readonly RelayStream[] {
    return [...(this.streams.get(agentId) ?? [])];
  }

  all(): readonly RelayStream[] {
    return [...this.streams.values()].flatMap((held) => [...held]);
  }

  /** Closes every stream as soon as all that was written to it is acknowledged, spread over `withinMs`; nothing more is written. */
  drain(withinMs: number): void {
    const all = this.all();
    // In the time of the machine, as whoever stops the process counts.
    for (const [place, stream] of all.entries())
      systemClock.after((withinMs * place) / all.length, () => stream.drain());
  }

  has(agentId: AgentId): boolean {
    return this.streams.has(agentId);
  }

  /** Whether the agent's owner listens here. */
  isListened(agentId: AgentId): boolean {
    return this.of(agentId).some((stream) => stream.listens);
  }

  /** How many more deliveries the agent's streams take now. */
  credit(agentId: AgentId): number {
    let credit = 0;
    for (const stream of this.taking(agentId)) credit += stream.credit;
    return credit;
  }

  /**
   * Writes a delivery to one of the agent's streams, null where none takes it: to one that answers rather than to one that has
   * gone silent, then to that with the most credit, then to the newest, which is the likeliest to be alive.
   */
  deliver(agentId: AgentId, frame: RelayDelivery, recorded?: Recorded): Promise<AttemptResult> | null {
    let best: RelayStream | null = null;
    for (const stream of this.taking(agentId)) {
      if (stream.credit > 0 && (best === null || !isBetter(best, stream))) best = stream;
    }
    return best?.deliver(frame, recorded) ?? null;
  }

  /**
   * Ends the wait for a delivery by what its agent said of it. Resolves once that is recorded, to false where no stream here was
   * waiting for it.
   */
  async acknowledge(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): Promise<boolean> {
    for (const stream of this.streams.get(agentId) ?? []) {
      const recorded = stream.waitsFor(deliveryId);
      if (recorded === null) continue;
      stream.finish(deliveryId, result);
      await recorded();
      return true;
    }
    return false;
  }

  /** Ends the wait for a delivery; false where no stream here was waiting for it. */
  finish(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): boolean {
    for (const stream of this.streams.get(agentId) ?? []) if (stream.finish(deliveryId, result)) return true;
    return false;
  }

  /** Those over which deliveries go: the listening owner's alone, where there are any. */
  private taking(agentId: AgentId): readonly RelayStream[] {
    const all = this.of(agentId);
    const listening = all.filter((stream) => stream.listens);
    return listening.length > 0 ? listening : all;
  }
}

function isBetter(one: RelayStream, other: RelayStream): boolean {
  if (one.missedInARow !== other.missedInARow) return one.missedInARow < other.missedInARow;
  return one.credit > other.credit;
}
