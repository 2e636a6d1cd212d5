import { spawn } from 'node:child_process';
import { join } from 'node:path';

// The server from its sources and the web app with hot reload, side by side; whichever ends, both end.
const root = join(import.meta.dirname, '..');
const serverOptions = ['--conditions=parley-source', '--import', 'tsx', '--watch', 'packages/server/src/main.ts'];

const running = [
  spawn(process.execPath, serverOptions, { cwd: root, stdio: 'inherit' }),
  spawn(join(root, 'node_modules/.bin/vite'), ['packages/web'], { cwd: root, stdio: 'inherit' }),
];

for (const child of running)
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endAll();
  });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);

function endAll(): void {
  for (const child of running) if (child.exitCode === null) child.kill('SIGTERM');
}
