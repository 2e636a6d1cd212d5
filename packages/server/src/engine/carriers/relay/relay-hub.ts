import type { AgentId, DeliveryId, RelayDelivery } from '@parley/protocol';
import { systemClock } from '../../../platform/time/clock.ts';
import type { AttemptResult } from '../attempt-result.ts';
import type { Recorded, RelayStream } from './relay-stream.ts';

/** Keeps the relay streams of this server. */
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

  /**
   * Closes each stream when everything written to it is acknowledged, spread over `withinMs` milliseconds. Writes
   * nothing more.
   */
  drain(withinMs: number): void {
    const all = this.all();
    // Real time, because the supervisor that stops the process uses real time too.
    for (const [place, stream] of all.entries())
      systemClock.after((withinMs * place) / all.length, () => stream.drain());
  }

  has(agentId: AgentId): boolean {
    return this.streams.has(agentId);
  }

  /** Returns whether the agent's owner listens on this server. */
  isListened(agentId: AgentId): boolean {
    return this.of(agentId).some((stream) => stream.listens);
  }

  /** Returns how many more deliveries the agent's streams accept now. */
  credit(agentId: AgentId): number {
    let credit = 0;
    for (const stream of this.taking(agentId)) credit += stream.credit;
    return credit;
  }

  /**
   * Writes a delivery to one of the agent's streams, or returns null if none has room. Prefers the stream with the
   * fewest missed acknowledgements, then the most credit, then the newest, which is most likely alive.
   */
  deliver(agentId: AgentId, frame: RelayDelivery, recorded?: Recorded): Promise<AttemptResult> | null {
    let best: RelayStream | null = null;
    for (const stream of this.taking(agentId)) {
      if (stream.credit > 0 && (best === null || !isBetter(best, stream))) best = stream;
    }
    return best?.deliver(frame, recorded) ?? null;
  }

  /**
   * Ends the wait for a delivery with the agent's acknowledgement. Resolves to true after the outcome is recorded, or
   * to false if no stream here was waiting for it.
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

  /** Ends the wait for a delivery. Returns false if no stream here was waiting for it. */
  finish(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): boolean {
    for (const stream of this.streams.get(agentId) ?? []) if (stream.finish(deliveryId, result)) return true;
    return false;
  }

  /** Returns the streams to which deliveries are written: only the listening owner's, if there are any. */
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
