import { openPostgres } from '../../platform/storage/open-postgres.ts';
import { openPglite } from '../../platform/storage/pglite/open-pglite.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { embedded, postgres, testServerUrl } from '../databases-under-test.ts';
import { migratedDump } from '../migrated-dump.ts';
import { createFromTemplate } from '../postgres-template.ts';

/** A migrated database with connections for several servers. */
export interface SharedDatabase {
  /** One storage per server. With the embedded database, all share one. */
  readonly nodes: readonly [Storage, Storage];
  /** URL of the database; null for the embedded database. */
  readonly url: string | null;
  close(): Promise<void>;
}

export interface MigratedDatabase {
  readonly name: string;
  readonly skip: boolean;
  open(): Promise<SharedDatabase>;
}

/** Both kinds of database that the server runs on. */
export const migratedDatabases: readonly MigratedDatabase[] = [
  {
    ...embedded,
    async open() {
      const storage = await openPglite({ dataDir: 'memory://', image: migratedDump });
      return { nodes: [storage, storage], url: null, close: () => storage.close() };
    },
  },
  {
    ...postgres,
    async open() {
      const database = await createFromTemplate(testServerUrl ?? '');
      const open = () => openPostgres({ databaseUrl: database.url, poolSize: 5 });
      const nodes: [Storage, Storage] = [await open(), await open()];
      return {
        nodes,
        url: database.url,
        async close() {
          for (const storage of nodes) await storage.close();
          await database.drop();
        },
      };
    },
  },
];
