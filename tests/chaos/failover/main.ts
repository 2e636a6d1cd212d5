/**
 * Two servers on a primary and its standby, a crowd that talks through them, and a standby that takes over. In the end
 * what was promised is compared with what is there.
 *
 * `npm run test:failover -- --scenario kill --runs 5` prints the time without writes of each run. `--old-one-back` starts
 * the old primary again beside the new one. `--scenario switchover` stops the primary in order, and `--scenario
 * asynchronous` shows what is lost without synchronous replication. Ends with exit code 1 if a promise was broken.
 */
import { parseArgs } from 'node:util';
import { runFailover } from './run-failover.ts';
import { scenarioNames } from './scenario.ts';

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'kill' },
    runs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    'old-one-back': { type: 'boolean', default: false },
  },
});
const scenario = scenarioNames.find((name) => name === values.scenario);
if (scenario === undefined) throw new Error(`--scenario is one of ${scenarioNames.join(', ')}.`);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const times: number[] = [];
let broken = 0;
for (let run = 0; run < Number(values.runs); run++) {
  const isOldOneBack = values['old-one-back'];
  const outcome = await runFailover({ scenario, seconds: Number(values.seconds), isOldOneBack }, say);
  times.push(outcome.withoutWritesMs);
  for (const [name, figure] of outcome.figures) say(`${name.padEnd(45)} ${figure}`);
  for (const sentence of outcome.broken.slice(0, 20)) say(`BROKEN: ${sentence}`);
  say(`lost: ${outcome.lost}\n`);
  broken += outcome.broken.length;
}
times.sort((a, b) => a - b);
say(`Without writes: median ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms.`);
process.exit(broken === 0 ? 0 : 1);
