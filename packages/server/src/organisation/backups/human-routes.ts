import { routes, type Backup } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { listBackups, type BackupRow } from './backup-queries.ts';
import type { Backups } from './make-backup.ts';

/** The list shows the newest; it has no pages. */
const listed = 200;

/** Routes by which administrators make and see backups. None downloads one. */
export function backupRoutes({ storage }: Pick<Core, 'storage'>, backups: Pick<Backups, 'start'>): HumanRoute[] {
  return [
    humanRoute(routes.makeBackup, async ({ caller, act }) => ({
      item: present(await backups.start(caller.userId, act)),
    })),
    humanRoute(routes.listBackups, async () => ({ items: (await listBackups(storage.db, listed)).map(present) })),
  ];
}

function present(row: BackupRow): Backup {
  return {
    backupId: row.backup_id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    sizeBytes: row.size_bytes,
    error: row.error,
  };
}
