import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { answerQuestions } from '../processes/conversation.ts';
import { bullmqQueue } from './bullmq-queue.ts';
import { graphileWorkerQueue } from './graphile-worker-queue.ts';
import { peerHttp } from './peer-http.ts';
import type { OpenPeerQueue, Working } from './peer-queue.ts';
import { pgBossQueue } from './pg-boss-queue.ts';
import { deliverTo, type PeerAgent } from './post-delivery.ts';

const queues = {
  'pg-boss': pgBossQueue,
  'graphile-worker': graphileWorkerQueue,
  BullMQ: bullmqQueue,
} satisfies Record<string, OpenPeerQueue>;

export type PeerName = keyof typeof queues;

export interface PeerOrder {
  readonly peer: PeerName;
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly redisPort: number | null;
  readonly working: Working;
  readonly agents: readonly PeerAgent[];
}

/** A peer behind its HTTP server, in one process, as the product is. */
answerQuestions({
  async serve({ peer, databaseUrl, poolSize, redisPort, working, agents }: PeerOrder): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, keepAlive: true });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const queue = await queues[peer]({ pool, working, redisPort, agents: deliverTo(agents) });
    const server = await peerHttp(pool, queue, agents);
    await server.listen({ host: '127.0.0.1', port: 0 });
    process.once('SIGTERM', () => process.exit(0));
    return (server.server.address() as AddressInfo).port;
  },
});
