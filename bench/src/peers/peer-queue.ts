import type { Pool } from 'pg';
import type { DeliveryJob } from './delivery-job.ts';
import type { AttemptMade } from './post-delivery.ts';

/** What the bench asks of a queue library. */
export interface PeerQueue {
  /** Resolves when the job is durable. */
  enqueue(job: DeliveryJob): Promise<void>;
  close(): Promise<void>;
}

/**
 * `none`: nothing is worked off; `throughput`, `latency`: set up as the library recommends for it; `drain`: as for throughput,
 * with jobs that only end.
 */
export type Working = 'none' | 'throughput' | 'latency' | 'drain';

export interface PeerSetup {
  /** The one pool of the process, of the size that the product has. */
  readonly pool: Pool;
  readonly working: Working;
  readonly redisPort: number | null;
  /** Makes one attempt; rejects where the library has to try again. */
  readonly attempt: (job: DeliveryJob) => Promise<AttemptMade>;
  /** Records an attempt that succeeded, together with those that end while the ones before them are being recorded. */
  readonly record: (made: AttemptMade) => Promise<void>;
  /** Jobs that are to be queued before anyone works. */
  readonly stock: readonly DeliveryJob[];
}

export type OpenPeerQueue = (setup: PeerSetup) => Promise<PeerQueue>;
