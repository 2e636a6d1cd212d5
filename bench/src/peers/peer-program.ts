import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newId } from '@parley/protocol';
import { answerQuestions } from '../processes/conversation.ts';
import { bullmqQueue } from './bullmq-queue.ts';
import type { DeliveryJob } from './delivery-job.ts';
import { gatherRecords } from './gather-records.ts';
import { graphileWorkerQueue } from './graphile-worker-queue.ts';
import { peerHttp } from './peer-http.ts';
import type { OpenPeerQueue, PeerSetup, Working } from './peer-queue.ts';
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
  /** How many jobs are queued before anyone works. */
  readonly stock: number;
  readonly agents: readonly PeerAgent[];
}

/** A peer behind its HTTP server, in one process, as the product is. */
answerQuestions({
  async serve({ peer, databaseUrl, poolSize, redisPort, working, stock, agents }: PeerOrder): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, keepAlive: true });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const attempt = working === 'drain' ? endAtOnce : deliverTo(agents).post;
    const setup = { pool, working, redisPort, attempt, record: gatherRecords(pool), stock: stockOf(agents, stock) };
    const queue = await queues[peer](setup);
    const server = await peerHttp(pool, queue, agents);
    await server.listen({ host: '127.0.0.1', port: 0 });
    process.once('SIGTERM', () => process.exit(0));
    return (server.server.address() as AddressInfo).port;
  },
});

const endAtOnce: PeerSetup['attempt'] = async ({ deliveryId }) => ({
  deliveryId,
  startedAt: new Date(),
  durationMs: 0,
  statusCode: 200,
});

function stockOf(agents: readonly PeerAgent[], count: number): DeliveryJob[] {
  const text = 'Could you look at the open orders of last week? '.repeat(6);
  return Array.from({ length: count }, (_, index) => {
    const deliveryId = newId('delivery', Date.now());
    const messages = [{ id: newId('message', Date.now()), author: 'user', text }];
    const envelope = { version: '1', delivery_id: deliveryId, event: 'message.created', messages };
    return { deliveryId, agentId: agents[index % agents.length]?.agentId ?? '', body: JSON.stringify(envelope) };
  });
}
