import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';

const cycleMs = { runs: 10, stands: 90 };
const readyWithinMs = 180_000;
const endsWithinMs = 60_000;

/**
 * Starts the installed server with a tenth of a core, on an empty database of PostgreSQL, and stops it. The process is paused for nine
 * tenths of the time, which needs no cgroups.
 *
 * @param installed Where `npm install --global --prefix` has put the server.
 * @throws Error if it does not become ready, or does not end with 0.
 */
export async function trySlow(installed: string, databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-slow-'));
  const port = await freePort();
  const server = spawn(join(installed, 'bin/parley-server'), {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: String(port),
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = once(server, 'exit').then(([code]) => code as number | null);
  const slowing = slow(server);
  try {
    const began = performance.now();
    await Promise.race([
      isReady(port),
      ended.then((code) => Promise.reject(new Error(`It ended with ${String(code)}.`))),
    ]);
    console.log(`with a tenth of a core the server is ready after ${seconds(began)} s`);
    const stopping = performance.now();
    server.kill('SIGTERM');
    const code = await Promise.race([ended, pause(endsWithinMs, 'late', { ref: false })]);
    if (code !== 0) throw new Error(`It ended with ${String(code)}, not with 0.`);
    console.log(`it drained in ${seconds(stopping)} s`);
  } catch (error) {
    throw new Error(`The slow server failed:\n${output}`, { cause: error });
  } finally {
    server.kill('SIGKILL');
    await ended;
    await slowing;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pauses a process for nine tenths of the time until it has ended. */
async function slow(server: ReturnType<typeof spawn>): Promise<void> {
  while (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGSTOP');
    await pause(cycleMs.stands);
    server.kill('SIGCONT');
    await pause(cycleMs.runs);
  }
}

async function isReady(port: number): Promise<void> {
  for (const deadline = performance.now() + readyWithinMs; performance.now() < deadline; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
  }
  throw new Error('It was not ready within a minute.');
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
