import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A program that prints an address, and what it is found by: the first group of the pattern. */
export interface Program {
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  readonly environment: NodeJS.ProcessEnv;
  readonly address: RegExp;
}

const patienceMs = 240_000;
const closeMs = 15_000;

/** Runs a program until `use` is done with the address that it prints, and ends it with all that it has started. */
export async function runProgram(
  { folder, command: [program, ...args], environment, address }: Program,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  try {
    const found = await new Promise<string>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        said += bytes.toString();
        const [, first] = address.exec(said) ?? [];
        if (first !== undefined) resolve(first);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('error', reject);
      child.once('exit', () => reject(new Error('The program ended.')));
      setTimeout(() => reject(new Error('The program said no address in time.')), patienceMs).unref();
    });
    await use(found);
  } catch (error) {
    throw new Error(`It did not succeed. What the program said:\n${said}`, { cause: error });
  } finally {
    await end(child);
  }
}

/** Ends all that it started: npm is gone at once, while the server below it still closes its database. */
async function end({ pid, stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + closeMs;
    let isThere = send(-pid, signal);
    while (isThere && performance.now() < deadline) {
      await pause(100);
      isThere = send(-pid, 0);
    }
  }
  stdout.destroy();
  stderr.destroy();
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
