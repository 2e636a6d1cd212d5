import { randomUUID } from 'node:crypto';
import { systemClock, type Cancel, type Clock } from '../../time/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { EngineParts } from '../engine.ts';
import { forgetNodes, reapNodes, removeNode, renewNode } from './node-queries.ts';

const renewMs = 2000;

/** What a lease tells of. */
export interface LeaseEvents {
  /** A server that was given up had deliveries in hand. */
  reaped(): void;
  /** This server itself was given up, as after a long pause; it goes on under another name. */
  lost(): void;
  /** This server is among those that live, under a name that no other knows yet. */
  joined(): void;
  /** Whether others live, as each renewal finds it; true where nobody can say. */
  othersLive(live: boolean): void;
}

/**
 * This server's lease on everything that it has in hand: one row with an expiry on the database's clock, instead of one for
 * each delivery. Who stops renewing it is given up by the others, and what it had is due again. The embedded database has one
 * server, so its lease never ends while it runs.
 */
export class NodeLease {
  private name = randomUUID();
  private readonly storage: Storage;
  private renewing = false;
  private reaping = false;
  private stopped = false;
  private cancelBeat: Cancel = () => undefined;

  constructor(
    private readonly parts: Pick<EngineParts, 'storage' | 'leaseStorage' | 'log'>,
    private readonly events: LeaseEvents,
    /** It goes by the database's clock, which no test moves. */
    private readonly clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.storage = parts.leaseStorage ?? parts.storage;
  }

  /** The name under which this server has things in hand. */
  get nodeId(): string {
    return this.name;
  }

  async start(): Promise<void> {
    const { storage } = this.parts;
    if (storage.kind === 'pglite') await storage.transaction(forgetNodes);
    await renewNode(storage.db, this.nodeId, true);
    if (storage.kind === 'pglite') return;
    this.events.joined();
    await storage.transaction(reapNodes);
    this.beat();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelBeat();
    await this.parts.storage.transaction((tx) => removeNode(tx, this.nodeId));
  }

  private beat(): void {
    if (this.stopped) return;
    this.cancelBeat = this.clock.after(
      renewMs,
      () => {
        this.beat();
        void this.renew();
        void this.reap();
      },
      'beat',
    );
  }

  private async renew(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    const { log } = this.parts;
    try {
      const renewed = await renewNode(this.storage.db, this.nodeId, false);
      if (renewed) this.events.othersLive(!renewed.alone);
      else {
        log.warn({ nodeId: this.nodeId }, 'lost server lease while paused; restarting delivery engine');
        // Where the answer to this is lost, the old name is found to be gone once more, and what this server holds is not kept.
        const next = randomUUID();
        await renewNode(this.storage.db, next, true);
        this.name = next;
        this.events.lost();
        this.events.joined();
      }
    } catch (error) {
      this.events.othersLive(true);
      log.error({ err: error }, 'could not renew this server’s lease');
    }
    this.renewing = false;
  }

  /** Apart from the renewal, which must not wait until the work of a server that is gone has been let go of. */
  private async reap(): Promise<void> {
    if (this.reaping) return;
    this.reaping = true;
    try {
      if ((await this.parts.storage.transaction(reapNodes)) > 0) this.events.reaped();
    } catch (error) {
      this.parts.log.error({ err: error }, 'could not check for dead servers');
    }
    this.reaping = false;
  }
}
