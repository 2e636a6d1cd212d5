import { PGlite } from '@electric-sql/pglite';
import { startParams } from './start-params.ts';

/** A process that makes an empty database in the folder that is its last argument, and ends. */
const folder = process.argv.at(-1);
if (folder === undefined) throw new Error('It needs a folder.');

async function create(dataDir: string): Promise<void> {
  const database = await PGlite.create({ dataDir, startParams });
  await database.close();
  process.exit(0);
}

// Its input ends with the server that wants the folder.
process.stdin.on('end', () => process.exit(1)).resume();
// A rejection ends the process with 1, which says enough: the database is made in the thread then.
void create(folder);
