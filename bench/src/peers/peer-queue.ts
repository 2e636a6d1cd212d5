import type { Pool } from 'pg';
import type { DeliveryJob } from './delivery-job.ts';
import type { DeliverAgents } from './post-delivery.ts';

/** What the bench asks of a queue library. */
export interface PeerQueue {
  /** Resolves when the job is durable. */
  enqueue(job: DeliveryJob): Promise<void>;
  close(): Promise<void>;
}

/** `none`: nothing is worked off; `throughput`, `latency`: set up as the library recommends for it. */
export type Working = 'none' | 'throughput' | 'latency';

export interface PeerSetup {
  /** The one pool of the process, of the size that the product has. */
  readonly pool: Pool;
  readonly working: Working;
  readonly agents: DeliverAgents;
  readonly redisPort: number | null;
}

export type OpenPeerQueue = (setup: PeerSetup) => Promise<PeerQueue>;
