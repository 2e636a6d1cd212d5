import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of bounded size that can be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves not a byte free. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a small disk in memory over a folder; null where this process may not mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      // What others write meanwhile may take the last bytes first.
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    },
    empty: () => rm(filler, { force: true }),
    async unmount() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    },
  };
}

/** Whether this process may mount a disk. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mount-'));
  const disk = mountSmallDisk(folder, 1);
  if (disk !== null) execFileSync('umount', [folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
  return disk !== null;
}
