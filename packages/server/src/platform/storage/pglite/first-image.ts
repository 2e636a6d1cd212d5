import { sql } from 'kysely';
import { migrate } from '../migrate.ts';
import type { Db } from '../storage.ts';
import { openPglite } from './open-pglite.ts';
import { bytesOf, readImage, type Image } from './read-image.ts';

let first: Promise<Image> | undefined;

/**
 * Resolves to the image of an empty database with all migrations, with which a new one in memory begins. It comes with
 * the build; from the sources it is made, once in the process.
 */
export function firstImage(): Promise<Image> {
  return (first ??= readOrMake());
}

async function readOrMake(): Promise<Image> {
  const built = await readImage();
  return built === null ? makeImage() : bytesOf(built);
}

/** Makes the image, in memory. */
export async function makeImage(): Promise<Image> {
  const storage = await openPglite({ dataDir: 'memory://' });
  try {
    // Checkpoints then remove what they have done of the log, instead of keeping the files for later.
    await sql`set wal_recycle = off`.execute(storage.db);
    await migrate(storage);
    await storage.withoutTimeouts(async (db) => {
      await dropTemplates(db);
      // Each database that begins with the image gets an identity of its own.
      await sql`delete from database_identity`.execute(db);
    });
    return await storage.dump();
  } finally {
    await storage.close();
  }
}

/**
 * Drops the template databases, which are half the size of a small image and not needed, because no further database is
 * created.
 */
async function dropTemplates(db: Db): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}
