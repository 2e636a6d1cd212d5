import { randomBytes } from 'node:crypto';
import { newId } from '@parley/protocol';
import type { Ends } from '../ground/ground.ts';
import type { PeerName, PeerOrder } from '../peers/peer-program.ts';
import type { Working } from '../peers/peer-queue.ts';
import type { PeerAgent } from '../peers/post-delivery.ts';
import { makePeerTables } from '../peers/tables.ts';
import { forkProgram } from '../processes/fork.ts';
import type { Redis } from '../processes/redis.ts';
import { population } from '../population.ts';
import type { Contestant, Role } from './contestant.ts';

const workingOf: Record<Role, Working> = {
  accept: 'none',
  away: 'none',
  deliver: 'throughput',
  idle: 'latency',
  drain: 'drain',
};

/** A queue library behind the same HTTP server. */
export function peer(name: PeerName, ends: Ends, redis: Redis | null): Contestant {
  const agents = Array.from({ length: population.agents }, (): PeerAgent => ({
    agentId: newId('agent', Date.now()),
    credentialId: newId('credential', Date.now()),
    secretBase64url: randomBytes(32).toString('base64url'),
    webhookUrl: `${ends.secureUrl}/answer`,
  }));
  const rooms = Array.from({ length: population.rooms }, () => newId('conversation', Date.now()));
  let cookies: string[] = [];

  const serve = async (databaseUrl: string, working: Working, stock: number) => {
    const process = forkProgram('peers/peer-program.ts', ends.authorityFile);
    const order: PeerOrder = {
      peer: name,
      databaseUrl,
      poolSize: population.poolSize,
      redisPort: redis?.port ?? null,
      working,
      stock,
      agents,
    };
    const port = await process.ask<number>('serve', order);
    const pids = [process.pid, ...(redis ? [redis.pid] : [])];
    return { port, pids, stop: () => process.stop() };
  };
  return {
    name,
    attemptsTable: 'attempts',
    async prepare(database) {
      cookies = await makePeerTables(database, population.people);
      await (await serve(database.url, 'none', 0)).stop();
    },
    async start(database, role, stock) {
      const served = await serve(database.url, workingOf[role], stock);
      const sends = rooms.map((room, index) => ({
        path: `/v1/conversations/${room}/messages`,
        cookie: cookies[index % cookies.length] as string,
      }));
      return { ...served, sends };
    },
  };
}
