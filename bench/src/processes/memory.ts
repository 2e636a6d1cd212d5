import { readFile } from 'node:fs/promises';

/** What processes hold of the machine's memory, in bytes; NaN where the system does not tell. */
export async function memoryBytes(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The proportional share, so that what forked processes have in common counts once. */
async function sizeOf(pid: number): Promise<number> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
  } catch {
    return NaN;
  }
}
