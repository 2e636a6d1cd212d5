import { moveDatabase } from '../organisation/backups/move-database.ts';
import { postgresUrl } from '../platform/settings/database-url.ts';
import { readConfig } from '../platform/settings/config.ts';
import { whereaboutsOf } from '../platform/storage/explain-postgres.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { WrongUse, type Run } from './command.ts';
import { openSource } from './open-source.ts';
import { progressOn } from './progress.ts';
import { readOptions, textOf } from './read-arguments.ts';

/** Moves the rows of the database of the settings into an empty PostgreSQL database. */
export const run: Run = async ({ args, env, terminal }) => {
  const to = readTarget(textOf(readOptions(args, { to: { type: 'string' } })['to']));
  const config = readConfig(env);
  const source = await openSource(config);
  try {
    const target = await openPostgres({ databaseUrl: to, listens: false });
    try {
      const destination = placeOf(to);
      await moveDatabase({ source, target, destination, progress: progressOn(terminal) });
      terminal.out(
        `Moved everything to ${destination}, and compared all rows. No server starts on the old database any more.`,
      );
      terminal.out(
        'Start the server with DATABASE_URL on the new one, the same PARLEY_SECRET_KEY (the text of secret.key in a data folder) and the same data folder or bucket, where the uploads stay.',
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

function readTarget(given: string | undefined): string {
  if (given === undefined) throw new WrongUse('Say where to: --to postgres://…, an empty database.');
  try {
    return postgresUrl(given, '--to');
  } catch (error) {
    throw new WrongUse(`--to ${(error as Error).message}.`, { cause: error });
  }
}

/** Names a database without its credentials. */
function placeOf(url: string): string {
  const { address, database } = whereaboutsOf(url);
  return `${address}/${database}`;
}
