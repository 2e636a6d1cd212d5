import type { UserId } from '@parley/protocol';
import type { Caller } from '../../platform/routing/route.ts';
import { RecentMap } from '../../platform/time/recent-map.ts';

/** Most cached callers. The least recently used are dropped. */
const callersMax = 20_000;

/** A caller found by a session or token, and the last use that was recorded. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly usedAt: Date | null;
}

/**
 * Caches callers by session or token. An entry may be outdated, so it only saves a lookup: a statement that writes must
 * check in the database that the session or token is still valid.
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
