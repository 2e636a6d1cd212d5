import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, endWithBench } from './end-process.ts';
import { freePort } from './free-port.ts';

export interface Redis {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const startWithinMs = 5000;

/**
 * Starts a Redis of the run's own, which writes and syncs its log before it answers (`appendfsync always`), so that what it
 * accepts is as durable as a committed row. Null where no `redis-server` is installed.
 */
export async function startRedis(): Promise<Redis | null> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-redis-'));
  const port = await freePort();
  const settings = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const child = spawn('redis-server', [...settings, ...durable], { stdio: 'ignore' });
  endWithBench(child);
  let missing = false;
  child.on('error', () => (missing = true));
  const stop = async () => {
    if (!missing) await endProcess(child);
    await rm(folder, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + startWithinMs; Date.now() < deadline && !missing; await sleep(50)) {
    if (await answers(port)) return { port, pid: child.pid ?? 0, stop };
  }
  await stop();
  return null;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
