import { spawn, type ChildProcess } from 'node:child_process';
import { pause } from '../until-stopped.ts';

/** A program that is started, and started again. */
export interface RunningProgram {
  isRunning(): boolean;
  /** Ends it, where it runs, and starts it again; later where its last runs were short. Calls that come meanwhile are one. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How long it may take to end without a kill. */
const graceMs = 5000;
/** A run shorter than this counts against the next one, which then waits twice as long as the one before. */
const shortRunMs = 2000;
const [firstWaitMs, longestWaitMs] = [250, 8000];
const isPosix = process.platform !== 'win32';

/**
 * Runs a program with this terminal's output; `onExit` is called when it exits.
 *
 * @param stdout Where its stdout goes: to this process's, or to stderr where stdout is for results.
 */
export function runProgram(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
  onExit: (code: number | null) => void,
  stdout: 'stdout' | 'stderr' = 'stdout',
): RunningProgram {
  let child: ChildProcess | null = null;
  let startedAt = 0;
  let shortRuns = 0;
  let restarting: Promise<void> | null = null;
  const stopping = new AbortController();
  // A group of its own gets no Ctrl+C of the terminal, so an end of this process that waits for nothing has to kill it.
  const alive = new Set<ChildProcess>();
  const killAll = () => alive.forEach((one) => kill(one, 'SIGKILL'));
  process.once('exit', killAll);
  const start = () => {
    if (stopping.signal.aborted) return;
    startedAt = performance.now();
    const [file, ...args] = command;
    // A group of its own, so that what it starts ends with it.
    const started = spawn(file, args, {
      env,
      stdio: ['ignore', stdout === 'stdout' ? 1 : 2, 2],
      detached: isPosix,
      shell: !isPosix,
    });
    child = started;
    alive.add(started);
    const ended = (code: number | null) => {
      alive.delete(started);
      if (child !== started) return;
      child = null;
      count();
      onExit(code);
    };
    started.once('error', () => ended(null));
    started.once('exit', ended);
  };
  const count = () => (shortRuns = performance.now() - startedAt < shortRunMs ? shortRuns + 1 : 0);
  const end = async () => {
    const ending = child;
    child = null;
    if (ending === null) return;
    count();
    if (ending.exitCode !== null || ending.pid === undefined) return;
    const over = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    kill(ending, 'SIGTERM');
    const timer = setTimeout(() => kill(ending, 'SIGKILL'), graceMs);
    await over;
    clearTimeout(timer);
  };
  const startAgain = async () => {
    await end();
    if (shortRuns > 0) await pause(Math.min(firstWaitMs * 2 ** (shortRuns - 1), longestWaitMs), stopping.signal);
    restarting = null;
    start();
  };
  start();
  return {
    isRunning: () => child !== null,
    restart: () => (restarting ??= startAgain()),
    async stop() {
      stopping.abort();
      await end();
      process.off('exit', killAll);
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
