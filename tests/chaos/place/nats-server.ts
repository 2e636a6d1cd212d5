import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/src/testing/postgres/free-port.ts';
import { endProgram, findProgram, listens } from '../../../packages/server/src/testing/postgres/programs.ts';

/** A NATS server of our own. */
export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one; null where NATS is not installed. */
export async function startNats(): Promise<NatsServer | null> {
  const program = findProgram(['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']);
  if (program === null) return null;
  const port = await freePort();
  let child: ChildProcess | null = null;
  const nats: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      while (!(await listens(port))) await pause(50);
    },
    async stop() {
      if (child) await endProgram(child, 'SIGKILL');
    },
  };
  await nats.start();
  return nats;
}
