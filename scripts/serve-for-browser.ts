import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The built server for the browser tests, on a data folder that is gone afterwards. The port is PARLEY_PORT.
// Once it is ready it prints one line, "ready <base URL> demo <demo link>", that playwright.config.ts waits for.
const root = join(import.meta.dirname, '..');
const base = `http://127.0.0.1:${process.env.PARLEY_PORT ?? '4600'}`;
const dataDir = mkdtempSync(join(tmpdir(), 'parley-browser-'));

const server = spawn(process.execPath, ['packages/server/dist/main.js'], {
  cwd: root,
  env: { ...process.env, PARLEY_DATA_DIR: dataDir, PARLEY_DEMO: '1', PARLEY_RATE_LIMIT: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.on('exit', () => {
  server.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});
server.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));

const demoLink = await demoLinkOf(server.stdout);
await untilReady();
console.log(`ready ${base} demo ${demoLink}`);

/** The link that the server prints at start; everything it prints is passed on. */
function demoLinkOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let seen = '';
    output.on('data', (bytes: Buffer) => {
      process.stdout.write(bytes);
      seen = (seen + bytes.toString()).slice(-4096);
      const link = /https?:\/\/[^\s"]+\/demo\/[\w-]+/.exec(seen)?.[0];
      if (link !== undefined) resolve(link);
    });
  });
}

async function untilReady(): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${base}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
