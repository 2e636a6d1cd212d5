import { sql } from 'kysely';
import { migrate } from '../../platform/storage/migrate.ts';
import { migrations } from '../../platform/storage/migrations/index.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import type { ByteReader } from './byte-reader.ts';
import { listMigrations, listTables, withoutConstraints, writeSequences, type Table } from './catalog.ts';
import type { AssetEntry, HeaderEntry, TableEntry } from './entries.ts';
import { readBackup, type BackupContent } from './read-backup.ts';
import { RowWriter } from './rows.ts';
import { withLongTransaction } from './snapshot.ts';
import { UnfitBackup } from './unfit-backup.ts';
import type { Progress } from './write-backup.ts';

interface LoadOptions {
  readonly progress: Progress;
  /** Keeps an asset. Default: its bytes are checked and dropped. */
  readonly keepAsset?: (asset: AssetEntry, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Runs in the transaction that loaded the rows. */
  readonly afterLoad?: (db: Db) => Promise<void>;
}

/**
 * Makes the schema that a backup was taken of in a database without one, and loads all rows in one transaction. Later
 * migrations are the caller's to run.
 */
export async function loadBackup(storage: Storage, reader: ByteReader, options: LoadOptions): Promise<BackupContent> {
  const { progress, keepAsset, afterLoad } = options;
  let tables = new Map<string, Table>();
  return withLongTransaction(storage, async (db) => {
    let content: BackupContent | undefined;
    await withoutConstraints(db, async () => {
      content = await readBackup(reader, {
        async header() {
          tables = new Map((await listTables(db)).map((table) => [table.name, table]));
          await emptyTables(db, [...tables.keys()]);
        },
        async table(entry) {
          const writer = new RowWriter(db, tableFor(entry, tables));
          let count = 0;
          return {
            add(line) {
              count += 1;
              return writer.add(line);
            },
            async flush() {
              await writer.flush();
              progress(entry.name, count);
            },
          };
        },
        sequences: ({ values }) => writeSequences(db, values),
        ...(keepAsset ? { asset: keepAsset } : {}),
      });
    });
    await afterLoad?.(db);
    if (content === undefined) throw new Error('The backup was not read.');
    return content;
  });
}

/** Makes the schema that a backup needs. Throws `UnfitBackup` if this version does not know all of its migrations. */
export async function makeSchemaOf(storage: Storage, header: HeaderEntry): Promise<void> {
  demandKnown(header);
  const wanted = Object.entries(migrations).filter(([name]) => header.migrations.includes(name));
  await migrate(storage, Object.fromEntries(wanted));
  const there = await listMigrations(storage.db);
  if (there.length !== header.migrations.length)
    throw new Error('The database has the tables of another version: name an empty database.');
}

/** Throws `UnfitBackup` if a newer version made the backup. */
export function demandKnown({ migrations: theirs, version }: HeaderEntry): void {
  const unknown = theirs.filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new UnfitBackup(
      `This backup was made by a newer version of Parley (${version}): restore it with that version or a newer one.`,
    );
}

/** The migrations write a few rows, which are in the backup too. */
async function emptyTables(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await sql`truncate ${sql.join(names.map((name) => sql.id(name)))}`.execute(db);
}

function tableFor(entry: TableEntry, tables: ReadonlyMap<string, Table>): Table {
  const table = tables.get(entry.name);
  const mine = table?.columns.map(({ name }) => name) ?? [];
  if (table !== undefined && JSON.stringify(mine) === JSON.stringify(entry.columns)) return table;
  throw new UnfitBackup(`The table ${entry.name} of the backup does not fit this version.`);
}
