import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a command ended: its exit status (`null` where it was ended for taking too long) and how long it took. */
export interface CommandOutcome {
  readonly status: number | null;
  readonly seconds: number;
}

/** What a command may be given besides its arguments. */
export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The command and all it started are ended after this long. */
  readonly limitMinutes?: number;
}

/**
 * Runs a program in the folder `root` with its output passed through and no input. A bare name is looked up in
 * node_modules/.bin first. A program that cannot be started counts as status 127.
 */
export function runCommand(
  root: string,
  command: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> {
  const began = performance.now();
  const [program = '', ...rest] = command;
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, ...options.environment, PATH: path },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const stop = (): void => endGroup(child.pid);
  const timer = setTimeout(stop, (options.limitMinutes ?? 30) * 60_000);
  process.on('exit', stop);
  return new Promise((resolve) => {
    const settle = (status: number | null): void => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ status, seconds: (performance.now() - began) / 1000 });
    };
    child.on('error', () => settle(127));
    child.on('exit', settle);
  });
}

/** The child leads its own process group, so that nothing it started outlives it. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
