import { type Migration, type MigrationResult, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Storage } from './storage.ts';

/**
 * Brings the schema up to date and resolves to the names of the migrations that it ran. All of them run in one
 * transaction under an advisory lock, so servers that start at once take turns and a failure leaves nothing behind.
 * Rejects when a migration fails, and when the database has one that this version does not know.
 */
export async function migrate(
  storage: Storage,
  known: Record<string, Migration> = migrations,
): Promise<readonly string[]> {
  // Waiting for another server's migrations, or building an index, may outlast what a request is allowed.
  return storage.unhurried(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw migrationFailure(error, results ?? []);
    return (results ?? []).map((result) => result.migrationName);
  });
}

function migrationFailure(error: unknown, results: readonly MigrationResult[]): Error {
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const which = failed === undefined ? 'The database could not be migrated' : `Migration ${failed} failed`;
  return new Error(`${which}: ${reason}`, { cause: error });
}
