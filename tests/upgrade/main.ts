/**
 * Upgrades from the previous release to this build, one server after the other, under a load of 20 sends a second through a proxy that
 * goes by /readyz. Nothing may be lost, doubled or refused.
 *
 * `npm run test:upgrade` runs it, on the PostgreSQL server that PARLEY_TEST_DATABASE_URL names. Ends with exit code 1 where a promise
 * was broken, and 3 where the previous release cannot be built here.
 */
import { join } from 'node:path';
import { buildPrevious, previousRelease } from './previous-release.ts';
import { runUpgrade } from './run-upgrade.ts';

const started = Date.now();
const write = (line: string) => process.stdout.write(`${line}\n`);
const say = (line: string) => write(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const root = join(import.meta.dirname, '../..');
const serverUrl = process.env['PARLEY_TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

const previous = buildPrevious(root);
if ('why' in previous) {
  write(`SKIPPED: Parley ${previousRelease.version} cannot be built here: ${previous.why}`);
  process.exit(3);
}
say(`upgrading from ${previousRelease.version}`);
const { figures, broken } = await runUpgrade({ previous: previous.folder, current: root }, serverUrl, say);
for (const [name, figure] of figures) write(`${name.padEnd(20)}${figure}`);
for (const sentence of broken.slice(0, 50)) write(`BROKEN: ${sentence}`);
write(broken.length === 0 ? 'Nothing was lost, doubled or refused.' : `FAILED: ${broken.length} promises were broken.`);
process.exit(broken.length === 0 ? 0 : 1);
