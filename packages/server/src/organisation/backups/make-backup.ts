import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type BackupId, type UserId } from '@parley/protocol';
import { openStore } from '../../accounts/assets/open-store.ts';
import type { Act } from '../../platform/audit/act.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { writeBackupFile } from './backup-file.ts';
import { backupPlace, makeDraftFolder, type BackupPlace } from './backup-place.ts';
import {
  deleteBackup,
  endBackup,
  failSilent,
  findRunning,
  findSurplus,
  insertBackup,
  noteAlive,
  type BackupRow,
} from './backup-queries.ts';
import { onFrozen } from './frozen-copy.ts';
import { writeBackup } from './write-backup.ts';

export type BackupApp = Pick<Core, 'storage' | 'config' | 'clock' | 'log' | 'commit'>;

/** Makes backups in the background, one at a time on all servers. */
export interface Backups {
  /**
   * Starts a backup by an administrator, or returns the one that runs. Refuses with `backup_not_configured` without a
   * place for it.
   */
  start(by: UserId, act: Act): Promise<BackupRow>;
  /** Starts the backup of a time of the schedule, unless another server has, or one runs. */
  startScheduled(at: Date): Promise<void>;
  /** Ends a running backup as failed. */
  stop(): Promise<void>;
}

const aliveEveryMs = 10_000;
/** A backup whose server says nothing for this long is over. */
const silentMs = 60_000;

export function openBackups(app: BackupApp): Backups {
  const place = backupPlace(app.config);
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();
  const run = (row: BackupRow, into: BackupPlace) => {
    current = runBackup(app, { row, place: into, isStopped: () => isStopped });
  };
  return {
    async start(by, act) {
      if (place === null) return refuse('backup_not_configured');
      const now = new Date(app.clock.now());
      const { row, isNew } = await acting(app, act).commit(async ({ tx, audit }) => {
        await lockAsAdmin(tx, by);
        await failSilent(tx, new Date(now.getTime() - silentMs));
        const started = await insertBackup(tx, { id: newId('backup', now.getTime()), now, scheduledAt: null });
        if (started !== null) await audit('backup.started', { backupId: started.backup_id });
        const row = started ?? (await findRunning(tx));
        if (row === null) throw new Error('A backup ended at the moment when another one began.');
        return { row, isNew: started !== null };
      });
      if (isNew) run(row, place);
      return row;
    },
    async startScheduled(at) {
      if (place === null) return;
      const now = new Date(app.clock.now());
      const row = await app.commit(async ({ tx, audit }) => {
        await failSilent(tx, new Date(now.getTime() - silentMs));
        const started = await insertBackup(tx, { id: newId('backup', now.getTime()), now, scheduledAt: at });
        if (started !== null) await audit('backup.started', { backupId: started.backup_id });
        return started;
      });
      if (row !== null) run(row, place);
    },
    async stop() {
      isStopped = true;
      await current;
    },
  };
}

interface Running {
  readonly row: BackupRow;
  readonly place: BackupPlace;
  readonly isStopped: () => boolean;
}

/** Writes one backup, keeps it, and removes the oldest. Never rejects: the row has the outcome. */
async function runBackup(app: BackupApp, { row, place, isStopped }: Running): Promise<void> {
  const { storage, config, log } = app;
  const { backup_id: id } = row;
  const draft = join(place.draftFolder, `${nameOf(row)}.partial`);
  const heart = setInterval(() => {
    noteAlive(storage.db, id, new Date(app.clock.now())).catch(() => undefined);
  }, aliveEveryMs);
  try {
    await makeDraftFolder(place);
    const goOn = () => {
      if (isStopped()) throw new Error('The server was stopped.');
    };
    const sizeBytes = await onFrozen(app, (db) =>
      writeBackupFile(draft, null, writeBackup(db, openStore(config), goOn)),
    );
    await place.keep(draft, nameOf(row));
    await endBackup(storage.db, id, { state: 'ready', sizeBytes, error: null });
    log.info({ backupId: id, sizeBytes }, 'made a backup');
    await removeSurplus(app, place);
  } catch (error) {
    await fail(app, id, error);
  } finally {
    clearInterval(heart);
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function removeSurplus({ storage, config }: BackupApp, place: BackupPlace): Promise<void> {
  for (const row of await findSurplus(storage.db, config.backupKeep)) {
    await place.remove(nameOf(row));
    await deleteBackup(storage.db, row.backup_id);
  }
}

/** The sentence is for administrators. It may name paths of the server, and never a secret. */
async function fail({ storage, log }: BackupApp, id: BackupId, error: unknown): Promise<void> {
  log.error({ err: error, backupId: id }, 'backup failed');
  const sentence = error instanceof Error ? error.message.slice(0, 500) : 'It failed.';
  await endBackup(storage.db, id, { state: 'failed', sizeBytes: null, error: sentence }).catch(() => undefined);
}

/** The name of a file: its time, so that people find it, and its id. */
function nameOf({ backup_id: id, created_at: createdAt }: BackupRow): string {
  return `${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.parley`;
}
