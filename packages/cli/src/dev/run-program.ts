import { spawn, type ChildProcess } from 'node:child_process';

/** A program that is started, and started again. */
export interface RunningProgram {
  /** Ends it, where it runs, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How long it has to end by itself. */
const graceMs = 5000;
const isPosix = process.platform !== 'win32';

/** Runs a program with this terminal's output; `onExit` is told when it ends of itself. */
export function runProgram(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
  onExit: (code: number | null) => void,
): RunningProgram {
  let child: ChildProcess | null = null;
  let isStopped = false;
  const start = () => {
    if (isStopped) return;
    const [file, ...args] = command;
    // A group of its own, so that what it starts ends with it.
    const started = spawn(file, args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: isPosix,
      shell: !isPosix,
    });
    child = started;
    started.once('error', () => onExit(null));
    started.once('exit', (code) => {
      if (child !== started) return;
      child = null;
      onExit(code);
    });
  };
  const end = async () => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.pid === undefined) return;
    const over = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    kill(ending, 'SIGTERM');
    const timer = setTimeout(() => kill(ending, 'SIGKILL'), graceMs);
    await over;
    clearTimeout(timer);
  };
  start();
  return {
    async restart() {
      await end();
      start();
    },
    async stop() {
      isStopped = true;
      await end();
    },
  };
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (isPosix && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended already.
  }
}
