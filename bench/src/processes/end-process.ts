import type { ChildProcess } from 'node:child_process';

const graceMs = 5000;

/** Asks a process that the bench started to end, then makes it; resolves when it is gone. */
export function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Takes a process that the bench started along where the bench itself is ended, so that none outlives an interrupted run. */
export function endWithBench(child: ChildProcess): void {
  const take = () => child.kill('SIGTERM');
  process.once('exit', take);
  child.once('exit', () => process.off('exit', take));
}
