import { setTimeout as pause } from 'node:timers/promises';
import { serverProcess, type ServerProcess } from '../../../packages/server/src/testing/durability/server-process.ts';

/** The servers, each in a process of its own. */
export interface Fleet {
  readonly servers: readonly ServerProcess[];
  start(): Promise<void>;
  /** Starts a server again, as often as it takes while its database is away. */
  revive(server: number): Promise<void>;
  end(): Promise<void>;
}

export async function openFleet(size: number, env: Record<string, string>): Promise<Fleet> {
  const servers: ServerProcess[] = [];
  for (let i = 0; i < size; i++) servers.push(await serverProcess(env));
  const revive = async (place: number) => {
    for (let tries = 1; ; tries++) {
      try {
        return await at(servers, place).start();
      } catch (error) {
        if (tries === 20) throw error;
        await pause(500);
      }
    }
  };
  return {
    servers,
    revive,
    async start() {
      // The first migrates; the others would only wait for it.
      await revive(0);
      await Promise.all(servers.slice(1).map((_, place) => revive(place + 1)));
    },
    async end() {
      for (const server of servers) if (server.pid !== undefined) thaw(server.pid);
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
    },
  };
}

function at(servers: readonly ServerProcess[], place: number): ServerProcess {
  const server = servers[place];
  if (!server) throw new Error(`There is no server ${place}.`);
  return server;
}

function thaw(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended already.
  }
}
