import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openStore, uploadFolder } from '../../accounts/assets/open-store.ts';
import { opensProof } from '../../accounts/agents/prove-key.ts';
import { deleteAllSessions } from '../../accounts/users/session-queries.ts';
import { hasLiveNodes } from '../../engine/deliveries/live-node-queries.ts';
import type { Config } from '../../platform/settings/config.ts';
import { checkSchema } from '../../platform/storage/check-schema.ts';
import { closeDatabase, readClosure } from '../../platform/storage/closed-database.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import { secretBox } from '../../platform/storage/secret-box.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { revokeOpenInvitations } from '../invitations/invitation-queries.ts';
import { readBackupFile } from './backup-file.ts';
import { isEmpty, listMigrations } from './catalog.ts';
import { proofOf, type AssetEntry, type HeaderEntry } from './entries.ts';
import { demandKnown, loadBackup, makeSchemaOf } from './load-backup.ts';
import type { BackupContent } from './read-backup.ts';
import { UnfitBackup } from './unfit-backup.ts';
import { checkBackup } from './verify-backup.ts';
import type { Progress } from './write-backup.ts';

export interface RestoreOptions {
  readonly path: string;
  readonly key: Buffer | null;
  readonly progress: Progress;
}

/**
 * Checks that a backup can be restored by a server of this configuration, without touching its database. Throws
 * `UnfitBackup` for a file that is damaged, newer, or of a server with another secret key.
 */
export async function demandRestorable(
  config: Config,
  { path, key }: Pick<RestoreOptions, 'path' | 'key'>,
): Promise<BackupContent> {
  const content = await checkBackup(path, key);
  demandKnown(content.header);
  const proof = proofOf(content.header);
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  if (proof !== null && !opensProof(secrets, proof))
    throw new UnfitBackup(
      'The secret key is not the one of the server that was backed up: set PARLEY_SECRET_KEY to that key, or put its secret.key into the data folder.',
    );
  return content;
}

/**
 * Loads a checked backup into an empty database and ends all sessions, links and open invitations. The database is closed
 * to servers from the first change on; the caller opens it again when everything is done.
 */
export async function restoreBackup(
  config: Config,
  storage: Storage,
  content: BackupContent,
  { path, key, progress }: RestoreOptions,
): Promise<void> {
  await demandEmpty(storage.db);
  await closeDatabase(storage.db, { reason: 'restoring', destination: null });
  await makeSchemaOf(storage, content.header);
  const keepAsset = assetKeeper(config);
  await readBackupFile(path, key, (reader) =>
    loadBackup(storage, reader, { progress, keepAsset, afterLoad: (db) => endLinks(db, content.header) }),
  );
  await migrate(storage);
  await checkSchema(storage.db);
}

/** Throws unless nothing is in the database, but what an unfinished restore has left. */
export async function demandEmpty(db: Db): Promise<void> {
  const closure = await readClosure(db);
  if (closure?.reason === 'restoring' || (closure === null && (await isEmpty(db)))) return;
  if ((await listMigrations(db)).length > 0 && (await hasLiveNodes(db)))
    throw new Error('A server runs on this database. Stop it, and name an empty database.');
  throw new Error('The database is not empty, and a restore replaces nothing: name an empty database or data folder.');
}

/** What is older than a session cannot end it, and a link that was sent may be in anybody's hands by now. */
async function endLinks(db: Db, { migrations }: HeaderEntry): Promise<void> {
  await deleteAllSessions(db);
  if (migrations.includes('0173-invitations')) await revokeOpenInvitations(db);
}

/** Writes each asset to a file, and from there into the store of the configuration. */
export function assetKeeper(config: Config): (asset: AssetEntry, bytes: AsyncIterable<Buffer>) => Promise<void> {
  const store = openStore(config);
  const folder = uploadFolder(config);
  return async ({ id }, bytes) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `restore-${randomUUID()}`);
    try {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      await store.put(id, path);
    } finally {
      await rm(path, { force: true });
    }
  };
}
