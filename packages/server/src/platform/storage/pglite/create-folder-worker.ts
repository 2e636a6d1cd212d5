import { PGlite } from '@electric-sql/pglite';
import { startParams } from './start-params.ts';

/** Process that creates an empty database in the folder of its last argument, then exits. */
const folder = process.argv.at(-1);
if (folder === undefined) throw new Error('It needs a folder.');

async function create(dataDir: string): Promise<void> {
  const database = await PGlite.create({ dataDir, startParams });
  await database.close();
  process.exit(0);
}

// Standard input closes when the server that started it ends.
process.stdin.on('end', () => process.exit(1)).resume();
// A rejection ends the process with code 1. The server then creates the database in its own thread.
void create(folder);
