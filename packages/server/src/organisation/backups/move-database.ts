import { hasLiveNodes } from '../../engine/deliveries/live-node-queries.ts';
import { version } from '../../platform/settings/version.ts';
import { closeDatabase, explainClosure, readClosure, reopenDatabase } from '../../platform/storage/closed-database.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { ByteReader } from './byte-reader.ts';
import { listMigrations } from './catalog.ts';
import { demandKnown, loadBackup, makeSchemaOf } from './load-backup.ts';
import { demandEmpty } from './restore-backup.ts';
import { withSnapshot } from './snapshot.ts';
import { differing, sumTables } from './sum-tables.ts';
import { writeBackup, type Progress } from './write-backup.ts';

interface Move {
  readonly source: Storage;
  readonly target: Storage;
  /** Where the target is, without credentials. */
  readonly destination: string;
  readonly progress: Progress;
}

/**
 * Copies all rows into an empty database and compares them. The source is closed to servers before the first row is read,
 * and stays closed; if the move fails, it is opened again. Uploads stay where they are.
 */
export async function moveDatabase({ source, target, destination, progress }: Move): Promise<void> {
  const closure = await readClosure(source.db);
  if (closure !== null && closure.reason !== 'moving') throw new Error(explainClosure(closure));
  await demandEmpty(target.db);
  const header = {
    ...{ kind: 'header' as const, version, createdAt: '', keyProof: null },
    migrations: await listMigrations(source.db),
  };
  demandKnown(header);
  await closeDatabase(source.db, { reason: 'moving', destination });
  try {
    // A server that starts registers itself before it looks again whether the database is closed, so one of both notices.
    if (await hasLiveNodes(source.db))
      throw new Error(
        'A server runs on this database, or ended less than 10 seconds ago: stop all servers, then move.',
      );
    await closeDatabase(target.db, { reason: 'restoring', destination: null });
    await makeSchemaOf(target, header);
    const { end } = await withSnapshot(source, (db) =>
      loadBackup(target, new ByteReader(writeBackup(db, null, () => undefined)), { progress }),
    );
    const wrong = differing(await withSnapshot(target, sumTables), end.tables);
    if (wrong.length > 0) throw new Error(`These tables arrived otherwise than they are: ${wrong.join(', ')}.`);
    await migrate(target);
    await closeDatabase(source.db, { reason: 'moved', destination });
  } catch (error) {
    await reopenDatabase(source.db);
    throw error;
  }
  await reopenDatabase(target.db);
}
