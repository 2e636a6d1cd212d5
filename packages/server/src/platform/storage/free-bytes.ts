import { statfs } from 'node:fs/promises';

/** Returns how many bytes are free on the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
