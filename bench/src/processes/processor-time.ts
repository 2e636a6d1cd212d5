import { readFile } from 'node:fs/promises';
import type { Running } from '../contestants/contestant.ts';
import type { Database } from '../database.ts';

const tickMs = 10;

/**
 * The processor time, in milliseconds since they started, of a contestant's processes and of its database backends. NaN where the
 * system does not tell: another one than Linux, or a database on another machine.
 */
export async function processorTimeMs(running: Running, database: Database): Promise<number> {
  const times = await timesOf(running, database);
  return sumOf([...times.values()]);
}

/**
 * Tells what they spend from now on. What counts are those that are still there when it is asked: a pool replaces connections now and
 * then, whose time goes with them.
 */
export async function watchProcessorTime(
  running: Running,
  database: Database,
): Promise<{ spentMs(): Promise<number> }> {
  const before = await timesOf(running, database);
  return {
    async spentMs() {
      const after = await timesOf(running, database);
      return sumOf([...after].map(([pid, time]) => time - (before.get(pid) ?? 0)));
    },
  };
}

async function timesOf(running: Running, database: Database): Promise<Map<number, number>> {
  const backends = await database.backends();
  const timed = async (pid: number, program: string) => [pid, await timeOf(pid, program)] as const;
  const times = await Promise.all([
    ...running.pids.map((pid) => timed(pid, '')),
    ...backends.map((pid) => timed(pid, 'postgres')),
  ]);
  return new Map(backends.length === 0 ? [[0, NaN]] : times);
}

/** The same of processes alone. */
export async function processTimeMs(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map((pid) => timeOf(pid, '')));
  return sumOf(times);
}

async function timeOf(pid: number, program: string): Promise<number> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (!command.startsWith(program)) return NaN;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold spaces; user and system time are the 12th and 13th field behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return NaN;
  }
}

const sumOf = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0);
