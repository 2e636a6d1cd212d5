import { emptyDatabase, readNewRows, type NewRows } from '../empty-database.ts';
import type { Storage } from '../storage.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { storageOver } from './open-pglite.ts';
import type { Image } from './read-image.ts';

/** Databases in memory that nobody uses, of one image. */
interface Spares {
  readonly databases: EmbeddedDatabase[];
  newRows: NewRows | undefined;
}

/** Each takes some 100 MB. */
const sparesMax = 3;

const sparesOf = new WeakMap<Uint8Array, Spares>();

/**
 * Opens a database in memory that begins with an image. One that was closed is emptied and used again, because that takes a tenth of the
 * time of a start; while it waits, it does not keep the process from ending.
 *
 * @param image from `firstImage`. The same array has the same spare databases.
 */
export async function openInMemory(image: Image): Promise<Storage> {
  const spares = sparesOf.get(image) ?? { databases: [], newRows: undefined };
  sparesOf.set(image, spares);
  const used = spares.databases.pop();
  if (used === undefined) return openNew(image, spares);
  await used.letEnd(false);
  const storage = lend(used, spares);
  // A database that cannot be emptied has died, so a new one is opened.
  return emptyDatabase(storage, spares.newRows ?? new Map()).then(
    () => storage,
    () => openNew(image, spares),
  );
}

async function openNew(image: Image, spares: Spares): Promise<Storage> {
  const storage = lend(await startEmbeddedDatabase({ folder: null, image }, undefined), spares);
  spares.newRows ??= await readNewRows(storage.db);
  return storage;
}

function lend(database: EmbeddedDatabase, { databases }: Spares): Storage {
  return storageOver(database, undefined, async () => {
    if (databases.length >= sparesMax) return database.close();
    await database.letEnd(true);
    databases.push(database);
  });
}
