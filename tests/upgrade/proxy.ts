import { setTimeout as pause } from 'node:timers/promises';
import { realClock } from '../../packages/server/src/testing/fake-clock.ts';
import type { Release } from './release-process.ts';

const probeEveryMs = 250;

/** Sends each request to the next of the servers that are ready, as a proxy in front of them does. It repeats nothing. */
export interface Proxy {
  /** The server that is next. */
  readonly baseUrl: string;
  readonly clock: typeof realClock;
  readonly demoUrl: null;
  add(server: Release): void;
  /** Sends nothing more to a server, and resolves once what was sent has been answered. */
  remove(server: Release): Promise<void>;
  /** Resolves when the server's own /readyz has taken it out. */
  isOut(server: Release): Promise<void>;
  close(): Promise<void>;
}

/** What was sent to a server before it was taken out is answered by then. */
const answeredWithinMs = 1_500;

export function openProxy(): Proxy {
  const servers = new Map<Release, boolean>();
  let turn = 0;
  let closed = false;
  const ready = () => [...servers].filter(([, isReady]) => isReady).map(([server]) => server);
  /** Each server is asked on its own: one that is slow to say delays what is known of no other. */
  const probe = async (server: Release) => {
    while (!closed && servers.has(server)) {
      const isReady = await server.isReady();
      if (servers.has(server)) servers.set(server, isReady);
      await pause(probeEveryMs);
    }
  };
  const probes: Promise<void>[] = [];
  return {
    get baseUrl() {
      const all = ready();
      return all[turn++ % all.length]?.baseUrl ?? 'http://127.0.0.1:1';
    },
    clock: realClock,
    demoUrl: null,
    add(server) {
      servers.set(server, true);
      probes.push(probe(server));
    },
    async remove(server) {
      servers.delete(server);
      await pause(answeredWithinMs);
    },
    async isOut(server) {
      while (servers.get(server) === true) await pause(probeEveryMs);
    },
    async close() {
      closed = true;
      await Promise.all(probes);
    },
  };
}
