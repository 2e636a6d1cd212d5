/**
 * Plays an organisation's year with the package of the server, from the set-up link to failover and upgrade.
 *
 * `npm run test:year` begins with the newest released package; `-- --from COMMIT` with the package of another commit. It needs npm's
 * registry and PostgreSQL's programs. Ends with exit code 1 where something is not as it should be, and 3 where it cannot be played here.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { startOwnPostgres } from '../../packages/server/src/testing/postgres/own-postgres.ts';
import { packCurrent, packEarlier, earlierCommit } from './place/packages.ts';
import { playYear } from './year.ts';

const started = Date.now();
const tell = (line: string) => console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const root = join(import.meta.dirname, '../..');
const { values: options } = parseArgs({ options: { from: { type: 'string', default: earlierCommit } } });

const earlier = packEarlier(root, options.from);
const postgres = await startOwnPostgres();
if ('why' in earlier || postgres === null) {
  console.log(`SKIPPED: ${'why' in earlier ? earlier.why : 'PostgreSQL is not installed'}.`);
  await postgres?.close();
  process.exit(3);
}
tell(`the package of ${options.from} is packed`);
const current = packCurrent(root);
tell('the package of this version is packed');
try {
  await playYear({ earlier: earlier.tarball, current, postgres, port: await freePort(), tell });
  tell('The year is over, and nothing was lost.');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await postgres.close();
}
process.exit();
