import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Makes a new, empty database in a folder, in a process of its own, and resolves to whether it could. To initialize a database takes
 * half a gigabyte that a thread would hardly give back: what a process took, is free once it is gone.
 */
export async function createFolder(folder: string): Promise<boolean> {
  // The compiler that is quick serves here: what it makes runs once.
  const child = spawn(process.execPath, ['--liftoff-only', ...program(), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const failed = new Promise<null>((resolve) => child.once('error', () => resolve(null)));
  const ended = await Promise.race([once(child, 'exit'), failed]);
  return ended?.[0] === 0;
}

/** The built worker from a build, and its TypeScript source, translated on the way, from the sources. */
function program(): string[] {
  if (!import.meta.url.endsWith('.ts')) return [fileURLToPath(new URL('./create-folder-worker.js', import.meta.url))];
  const source = JSON.stringify(fileURLToPath(new URL('./create-folder-worker.ts', import.meta.url)));
  return ['--eval', `require('tsx/cjs'); require(${source});`, '--'];
}
