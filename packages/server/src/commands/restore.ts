import { readKeyFile } from '../organisation/backups/key-file.ts';
import { demandRestorable, restoreBackup } from '../organisation/backups/restore-backup.ts';
import { readConfig } from '../platform/settings/config.ts';
import { keepNewKey } from '../platform/settings/secret-keys.ts';
import { reopenDatabase } from '../platform/storage/closed-database.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Run } from './command.ts';
import { progressOn } from './progress.ts';
import { readArguments, textOf } from './read-arguments.ts';

/** Restores a backup into an empty database, the one of the settings or of `--into`. */
export const run: Run = async ({ args, env, terminal }) => {
  const { file, options } = readArguments(args, {
    into: { type: 'string' },
    'decrypt-with': { type: 'string' },
    'without-ended': { type: 'boolean' },
  });
  const key = await readKeyFile(textOf(options['decrypt-with']));
  const into = textOf(options['into']);
  const config = readConfig(env, into === undefined ? {} : { DATABASE_URL: into, DATABASE_URL_FILE: undefined });
  terminal.err(`Checking ${file}`);
  const content = await demandRestorable(config, { path: file, key });
  const storage = await openStorage(config);
  try {
    keepNewKey(config);
    await restoreBackup(config, storage, content, { path: file, key, progress: progressOn(terminal) });
    await reopenDatabase(storage.db);
  } finally {
    await storage.close();
  }
  const { createdAt } = content.header;
  terminal.out(`Restored the backup of ${createdAt}. All sessions, links and open invitations of it have ended.`);
};
