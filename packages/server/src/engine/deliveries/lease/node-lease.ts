import { randomUUID } from 'node:crypto';
import { systemClock, type Cancel, type Clock } from '../../../platform/time/clock.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { EngineParts } from '../engine.ts';
import { forgetNodes, reapNodes, removeNode, renewNode } from './node-queries.ts';

const renewMs = 2000;

/** Callbacks of a lease. */
export interface LeaseEvents {
  /** Another server's lease expired, and its deliveries were released. */
  reaped(): void;
  /** This server's own lease expired, for example after a long pause. It continues under a new node id. */
  lost(): void;
  /** This server is registered under a node id that the other servers do not know yet. */
  joined(): void;
  /** Reports after each renewal whether other servers are alive; true if the renewal failed. */
  othersLive(live: boolean): void;
}

/**
 * The lease of this server on all its deliveries: one row that expires by the database clock, instead of one lease for
 * each delivery. When it expires, the other servers remove the row and its deliveries become due again. The embedded
 * database has one server, so there the lease does not expire while the server runs.
 */
export class NodeLease {
  private name = randomUUID();
  private readonly storage: Storage;
  private renewing = false;
  private reaping = false;
  private stopped = false;
  private cancelBeat: Cancel = () => undefined;

  constructor(
    private readonly parts: Pick<EngineParts, 'storage' | 'leaseStorage' | 'log' | 'timekeeper'>,
    private readonly events: LeaseEvents,
    /** Renewals follow the database clock, so tests do not move this one. */
    private readonly clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.storage = parts.leaseStorage ?? parts.storage;
  }

  /** Returns the node id under which this server holds leases. */
  get nodeId(): string {
    return this.name;
  }

  async start(): Promise<void> {
    const { storage } = this.parts;
    if (storage.kind === 'pglite') await storage.transaction(forgetNodes);
    await this.ask(storage, this.nodeId, true);
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
      const renewed = await this.ask(this.storage, this.nodeId, false);
      if (renewed) this.events.othersLive(!renewed.alone);
      else {
        log.warn({ nodeId: this.nodeId }, 'lost server lease while paused; restarting delivery engine');
        // The id changes only after the answer. If the answer is lost, the next renewal finds the old id gone again and
        // starts over.
        const next = randomUUID();
        await this.ask(this.storage, next, true);
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

  /** Registers or renews the node. The answer also carries the database time. */
  private ask(storage: Storage, nodeId: string, isNew: boolean) {
    return this.parts.timekeeper.asking(() => renewNode(storage.db, nodeId, isNew));
  }

  /** Removes dead servers. Runs separately, so that it never delays the renewal. */
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
