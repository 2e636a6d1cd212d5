import { openPostgres } from './open-postgres.ts';
import { openPglite, type PgliteOptions } from './pglite/open-pglite.ts';
import type { StorageLog } from './storage-log.ts';
import type { Storage } from './storage.ts';
import type { WriteWatch } from './watch-writes.ts';

export interface StorageOptions {
  /** A PostgreSQL connection string, or null for the embedded database. */
  databaseUrl: string | null;
  /** The folder of the embedded database, or `memory://` for a database that is lost when closed. */
  dataDir: string;
  log?: StorageLog;
  /** Most connections to PostgreSQL. Default 10. */
  poolSize?: number;
  /** Timeout of a PostgreSQL statement: see `PostgresOptions`. */
  answerWithinMs?: number;
  /** The write watch of another storage over the same database. */
  writes?: WriteWatch;
  /** Resolves to what a new embedded database begins with: see `PgliteOptions`. */
  image?: PgliteOptions['image'];
  /** Whether the process listens for signals on PostgreSQL: see `PostgresOptions`. */
  listens?: boolean;
}

/** Opens the database of the options. Does not migrate it: see `migrate`. */
export function openStorage({ databaseUrl, dataDir, log, image, ...postgres }: StorageOptions): Promise<Storage> {
  if (databaseUrl !== null) return openPostgres({ databaseUrl, log, ...postgres });
  return openPglite({ dataDir, log, image });
}
