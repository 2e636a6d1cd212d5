import { openPostgres } from './open-postgres.ts';
import { openPglite } from './pglite/open-pglite.ts';
import type { Storage, StorageLog } from './storage.ts';

export interface StorageOptions {
  /** A PostgreSQL connection string, or null for the embedded database. */
  databaseUrl: string | null;
  /** The folder that holds the embedded database, or `memory://` for one that is gone when closed. */
  dataDir: string;
  log?: StorageLog;
  /** Connections held at most, with PostgreSQL. Default 10. */
  poolSize?: number;
  /** How long PostgreSQL may take to answer a statement: see `PostgresOptions`. */
  answerWithinMs?: number;
}

/** Opens the database that the options name. It does not migrate: see `migrate`. */
export function openStorage({ databaseUrl, dataDir, log, ...postgres }: StorageOptions): Promise<Storage> {
  if (databaseUrl !== null) return openPostgres({ databaseUrl, log, ...postgres });
  return openPglite({ dataDir, log });
}
