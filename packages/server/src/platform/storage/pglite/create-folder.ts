import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Creates a new, empty database in a folder, in a child process. Resolves to whether it succeeded. Initialization takes
 * half a gigabyte of memory, which a thread would hardly return to the system; a process returns all of it.
 */
export async function createFolder(folder: string): Promise<boolean> {
  // The fast baseline compiler is enough, because its code runs once.
  const child = spawn(process.execPath, ['--liftoff-only', ...program(), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const failed = new Promise<null>((resolve) => child.once('error', () => resolve(null)));
  const ended = await Promise.race([once(child, 'exit'), failed]);
  return ended?.[0] === 0;
}

/** Returns the arguments that run the worker: the built file in a build, or the TypeScript source, compiled on load. */
function program(): string[] {
  if (!import.meta.url.endsWith('.ts')) return [fileURLToPath(new URL('./create-folder-worker.js', import.meta.url))];
  const source = JSON.stringify(fileURLToPath(new URL('./create-folder-worker.ts', import.meta.url)));
  return ['--eval', `require('tsx/cjs'); require(${source});`, '--'];
}
