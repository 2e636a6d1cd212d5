/**
 * Several servers on one PostgreSQL, a crowd that talks through them, and a nemesis that kills, freezes, starves and cuts off. In the
 * end every promise is held against what is there.
 *
 * `npm run test:chaos -- --minutes 10 --servers 3 --seed 1 --signals nats` runs it; `--faults kill,freeze` picks faults, `--agents
 * steady` lets the agents take everything at once, `--signals nats --pooler /usr/sbin/pgbouncer` puts a PgBouncer in transaction mode
 * before the database. Ends with exit code 1 where a promise was broken.
 */
import { runChaos } from './run-chaos.ts';
import { readSettings } from './settings.ts';

const started = Date.now();
const say = (line: string) =>
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
const settings = readSettings(process.argv.slice(2));
const { figures, broken } = await runChaos(settings, say);
const width = Math.max(...figures.map(([name]) => name.length));
process.stdout.write(`\n${figures.map(([name, figure]) => `${name.padEnd(width)}  ${figure}`).join('\n')}\n\n`);
for (const sentence of broken.slice(0, 50)) process.stdout.write(`BROKEN: ${sentence}\n`);
if (broken.length > 50) process.stdout.write(`and ${broken.length - 50} more\n`);
process.stdout.write(
  broken.length === 0 ? `All promises were kept; seed ${settings.seed}.\n` : `FAILED with seed ${settings.seed}.\n`,
);
process.exit(broken.length === 0 ? 0 : 1);
