import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../platform/storage/migrate.ts';
import { openPglite } from '../../platform/storage/pglite/open-pglite.ts';
import { readBackupFile } from './backup-file.ts';
import { loadBackup, makeSchemaOf } from './load-backup.ts';
import { readBackup, type BackupContent } from './read-backup.ts';
import { withSnapshot } from './snapshot.ts';
import { differing, sumTables } from './sum-tables.ts';
import { UnfitBackup } from './unfit-backup.ts';
import type { Progress } from './write-backup.ts';

/**
 * Restores a backup into a scratch database in a temporary folder, reads it back and compares all rows, then runs the
 * migrations of this version on it. Throws `UnfitBackup` if anything differs. Does not need the server's key.
 */
export async function verifyBackup(path: string, key: Buffer | null, progress: Progress): Promise<BackupContent> {
  const checked = await checkBackup(path, key);
  const folder = await mkdtemp(join(tmpdir(), 'parley-verify-'));
  try {
    const scratch = await openPglite({ dataDir: folder });
    try {
      await makeSchemaOf(scratch, checked.header);
      await readBackupFile(path, key, (reader) => loadBackup(scratch, reader, { progress }));
      const sums = await withSnapshot(scratch, sumTables);
      const wrong = differing(sums, checked.end.tables);
      if (wrong.length > 0)
        throw new UnfitBackup(`These tables came back otherwise than they were: ${wrong.join(', ')}.`);
      await migrate(scratch);
    } finally {
      await scratch.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return checked;
}

/** Reads a whole file and compares its checksums, without a database. Throws `UnfitBackup`. */
export function checkBackup(path: string, key: Buffer | null): Promise<BackupContent> {
  return readBackupFile(path, key, (reader) => readBackup(reader));
}
