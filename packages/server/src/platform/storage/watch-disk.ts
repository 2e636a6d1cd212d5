import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchFaults } from './fault-watch.ts';
import type { StorageLog } from './storage-log.ts';
import { writeTroubleOf } from './trouble.ts';

/** Tracks whether the disk of uploads is full. */
export interface DiskWatch {
  readonly isFull: boolean;
  /** Runs work that writes files there, and records a failure because the disk is full. */
  writing<T>(work: () => Promise<T>): Promise<T>;
  /** Stops the probes. */
  stop(): void;
}

/** Large enough that a disk with a few free blocks counts as full. */
const probeBytes = Buffer.alloc(64 * 1024, 1);

/** @param folders Folders of uploads. They may be on different disks. */
export function watchDisk(folders: readonly string[], log: StorageLog): DiskWatch {
  const faults = watchFaults<'storage_full'>({
    log,
    begins: 'the disk of uploads is full',
    ends: 'the disk of uploads has room again',
    async probe() {
      const found = await Promise.all(folders.map(probeDisk));
      return found.includes('storage_full') ? 'storage_full' : null;
    },
  });
  return {
    get isFull() {
      return faults.current !== null;
    },
    async writing(work) {
      try {
        return await work();
      } catch (error) {
        if (isFileError(error) && writeTroubleOf(error) === 'storage_full') faults.suspect('storage_full');
        throw error;
      }
    },
    stop: () => faults.stop(),
  };
}

/** System errors have a `syscall`; errors of the database do not. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function probeDisk(folder: string): Promise<'storage_full' | null> {
  const path = join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, probeBytes, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    if (writeTroubleOf(error) === 'storage_full') return 'storage_full';
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
