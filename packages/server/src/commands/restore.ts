import { readKeyFile } from '../organisation/backups/key-file.ts';
import { demandRestorable, restoreBackup } from '../organisation/backups/restore-backup.ts';
import { readConfig } from '../platform/settings/config.ts';
import { keepNewKey } from '../platform/settings/secret-keys.ts';
import { applyEnded, endedLater, endedSince, readAllEnded } from '../organisation/ended/apply-ended.ts';
import { runErasures } from '../organisation/erase/run-erasures.ts';
import { eraseModel } from '../models/remove-model.ts';
import type { Ended } from '../organisation/ended/ended-file.ts';
import { acting } from '../platform/routing/acting.ts';
import { byMachine } from '../platform/audit/act.ts';
import { findHead } from '../platform/audit/audit-queries.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import { thisMachine } from '../platform/time/machine.ts';
import type { Config } from '../platform/settings/config.ts';
import { openApp } from '../runtime/open-app.ts';
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
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  const around =
    options['without-ended'] === true
      ? []
      : endedSince(await readAllEnded(config, secrets.deriveAll('ended')), content.header.createdAt);
  const storage = await openStorage({ ...config, listens: false });
  try {
    keepNewKey(config);
    await restoreBackup(config, storage, content, { path: file, key, progress: progressOn(terminal) });
  } finally {
    await storage.close();
  }
  const ended = await finish(config, content.header.createdAt, around);
  const erased = ended.filter(({ kind }) => kind === 'erased').map(({ id }) => id);
  const { createdAt } = content.header;
  terminal.out(`Restored the backup of ${createdAt}. All sessions, links and open invitations of it have ended.`);
  if (options['without-ended'] !== true)
    terminal.out(
      `${ended.length} ends of after the backup were repeated: people, agents, credentials, grants, blocks and memberships.`,
    );
  if (erased.length > 0)
    terminal.out(`These people had been erased after the backup, and were erased again: ${erased.join(', ')}`);
};

/**
 * Repeats what ended after the backup, notes the restore in the audit log, and opens the database to servers. Returns what was
 * repeated.
 */
async function finish(config: Config, createdAt: string, around: readonly Ended[]): Promise<readonly Ended[]> {
  const log = createLogger('silent');
  const opened = await openApp({
    config,
    log,
    clock: undefined,
    machine: thisMachine,
    storage: undefined,
    mayBeClosed: true,
  });
  const { app, time } = opened;
  try {
    const head = await findHead(app.storage.db);
    const ended = await endedLater(app.storage.db, around);
    const here = acting(app, byMachine);
    await here.commit((work) =>
      work.audit('backup.restored', { createdAt, seq: head.seq, hash: head.hash.toString('hex') }),
    );
    await applyEnded(here, ended, eraseModel);
    await runErasures(app, eraseModel);
    await app.audit.seal();
    await reopenDatabase(app.storage.db);
    return ended;
  } finally {
    time.stop();
    app.disk.stop();
    await app.hub.close();
    if (opened.leaseStorage !== app.storage) await opened.leaseStorage.close();
    await app.storage.close();
  }
}
