import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any upload may take. */
const forgottenMs = 3_600_000;

/**
 * Removes at most `limit` old files from the folder of incoming uploads, which servers that died have left. Resolves to
 * how many.
 */
export async function sweepIncoming(folder: string, nowMs: number, limit: number): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    if (removed === limit) break;
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    );
    if (age < forgottenMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
