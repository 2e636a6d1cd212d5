import type { UserId } from '@parley/protocol';
import type { Caller } from '../routing/route.ts';
import { RecentMap } from '../time/recent-map.ts';

/** Callers who are known at most; those who have not been read for longest are forgotten. */
const callersMax = 20_000;

/** Somebody as they were found by a proof, and when that was noted as used last. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly usedAt: Date | null;
}

/**
 * Who was found by which session or token. Any of it may have ended since, so it only ever saves a look: whoever acts on it has the
 * database say, in the statement that writes, that it still counts.
 */
export class KnownCallers {
  private readonly known = new RecentMap<string, KnownCaller>(callersMax);

  of(name: string): KnownCaller | undefined {
    return this.known.get(name);
  }

  learn(name: string, known: KnownCaller): void {
    this.known.set(name, known);
  }

  forget(name: string): void {
    this.known.delete(name);
  }

  forgetAllOf(userId: UserId): void {
    for (const [name, { caller }] of this.known) if (caller.userId === userId) this.known.delete(name);
  }
}
