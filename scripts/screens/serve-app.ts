import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface ServedApp {
  readonly baseUrl: string;
  close(): void;
}

/** The built server on a data folder that is gone afterwards. */
export function serveApp(): Promise<ServedApp> {
  const baseUrl = 'http://127.0.0.1:4797';
  const root = join(import.meta.dirname, '..', '..');
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/serve-for-browser.ts'], {
    cwd: root,
    env: { ...process.env, PARLEY_PORT: '4797', PARLEY_BASE_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('The server did not start.')));
    server.stdout.on('data', (bytes: Buffer) => {
      if (bytes.toString().includes('ready ')) resolve({ baseUrl, close: () => server.kill('SIGTERM') });
    });
  });
}
