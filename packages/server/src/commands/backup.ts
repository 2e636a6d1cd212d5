import { openStore } from '../accounts/assets/open-store.ts';
import { writeBackupFile } from '../organisation/backups/backup-file.ts';
import { readKeyFile } from '../organisation/backups/key-file.ts';
import { withSnapshot } from '../organisation/backups/snapshot.ts';
import { writeBackup } from '../organisation/backups/write-backup.ts';
import { readConfig } from '../platform/settings/config.ts';
import type { Run } from './command.ts';
import { openForReading } from './open-source.ts';
import { progressOn } from './progress.ts';
import { readArguments, textOf } from './read-arguments.ts';

/** Writes a backup of the database and the assets of the settings. */
export const run: Run = async ({ args, env, terminal }) => {
  const { file, options } = readArguments(args, { 'encrypt-to': { type: 'string' } });
  const key = await readKeyFile(textOf(options['encrypt-to']));
  const config = readConfig(env);
  const source = await openForReading(config);
  try {
    const size = await withSnapshot(source.storage, (db) =>
      writeBackupFile(file, key, writeBackup(db, openStore(config), progressOn(terminal))),
    );
    terminal.out(`Wrote ${file}, ${size} bytes${key === null ? '' : ', encrypted'}.`);
    terminal.out(
      'PARLEY_SECRET_KEY is not in it, and without that key a restore is refused: keep the key somewhere else.',
    );
  } finally {
    await source.close();
  }
};
