import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, endWithBench } from '../processes/end-process.ts';
import { noOpCarrier } from './no-op-carrier.ts';

const program = fileURLToPath(new URL('../../../packages/server/dist/main.js', import.meta.url));
/** The same for the whole run, since the agents' secrets in the prepared database are sealed with it. */
const secretKey = Buffer.alloc(32, 'bench').toString('base64');

interface ParleyStart {
  /** Null for the embedded database, in a new data folder. */
  readonly databaseUrl: string | null;
  /** Where a CPU profile is written when it ends. */
  readonly profileFolder: string | null;
  readonly authorityFile: string | null;
  /** Whether its carrier takes everything and sends nothing. */
  readonly isDraining: boolean;
}

/** Starts the built server; resolves when it is ready. */
export async function startParley({ databaseUrl, profileFolder, authorityFile, isDraining }: ParleyStart) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const carrying = isDraining ? noOpCarrier() : [];
  const child = spawn(process.execPath, [...profiling, ...carrying, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      PARLEY_SECRET_KEY: secretKey,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: '0',
      PARLEY_RATE_LIMIT: 'off',
      PARLEY_QUOTA_AGENTS: '1000000',
      PARLEY_QUOTA_ROOMS: '1000000',
      PARLEY_QUOTA_EVENT_STREAMS: '1000000',
      PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
      PARLEY_LOG_LEVEL: 'error',
      ...(authorityFile === null ? {} : { NODE_EXTRA_CA_CERTS: authorityFile }),
    },
  });
  endWithBench(child);
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready at http:\/\/[^:]+:(\d+)/.exec(said);
      if (ready) resolve(Number(ready[1]));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Parley ended with ${code} before it was ready: ${said}`)));
  });
  return {
    port,
    pids: child.pid === undefined ? [] : [child.pid],
    async stop() {
      await endProcess(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
