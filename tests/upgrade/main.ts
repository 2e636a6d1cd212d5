/**
 * Upgrades from an earlier version to this build, one server after the other, under a load of 20 sends a second through a proxy that
 * goes by /readyz. Nothing may be lost, doubled or refused.
 *
 * `npm run test:upgrade` upgrades from the previous release, on the PostgreSQL server that PARLEY_TEST_DATABASE_URL names.
 * `-- --from COMMIT` upgrades from another commit, and `--back` then goes back to it in the same way. Ends with exit code 1 where a
 * promise was broken, and 3 where the earlier version cannot be built here.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEarlier, previousRelease } from './previous-release.ts';
import { runUpgrade } from './run-upgrade.ts';

const started = Date.now();
const write = (line: string) => process.stdout.write(`${line}\n`);
const say = (line: string) => write(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const root = join(import.meta.dirname, '../..');
const serverUrl = process.env['PARLEY_TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, back: { type: 'boolean', default: false } },
});
const earlier = options.from === undefined ? previousRelease : { version: 'commit', commit: options.from };
const previous = buildEarlier(root, earlier);
if ('why' in previous) {
  write(`SKIPPED: Parley ${earlier.version} (${earlier.commit}) cannot be built here: ${previous.why}`);
  process.exit(3);
}
say(`upgrading from ${earlier.version} (${earlier.commit})${options.back ? ', and back' : ''}`);
const { figures, broken } = await runUpgrade(
  { previous: previous.folder, current: root, goesBack: options.back },
  serverUrl,
  say,
);
for (const [name, figure] of figures) write(`${name.padEnd(20)}${figure}`);
for (const sentence of broken.slice(0, 50)) write(`BROKEN: ${sentence}`);
write(broken.length === 0 ? 'Nothing was lost, doubled or refused.' : `FAILED: ${broken.length} promises were broken.`);
process.exit(broken.length === 0 ? 0 : 1);
