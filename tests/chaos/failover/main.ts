/**
 * Two servers on a primary and its standby, a crowd that talks through them, and a standby that takes over. In the end
 * what was promised is compared with what is there.
 *
 * `npm run test:failover -- --scenario kill --runs 5` prints the time without writes of each run. `--old-one-back` starts
 * the old primary again beside the new one. `--scenario switchover` stops the primary in order, and `--scenario
 * asynchronous` shows what is lost without synchronous replication. `--scenario patroni` has three nodes of Patroni, and
 * kills the leader `--runs` times; with `--haproxy` the servers reach them through HAProxy. Ends with exit code 1 if a
 * promise was broken.
 */
import { parseArgs } from 'node:util';
import { startPatroni } from './patroni/start-patroni.ts';
import { whyNoPatroni } from './patroni/programs.ts';
import { runFailover } from './run-failover.ts';
import { scenarioNames, startScenario } from './scenario.ts';
import type { Trial } from './trial.ts';

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'kill' },
    runs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    'old-one-back': { type: 'boolean', default: false },
    haproxy: { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const runs = Number(values.runs);
const isPatroni = values.scenario === 'patroni';
const missing = isPatroni ? whyNoPatroni() : null;
if (missing !== null) {
  say(`SKIPPED: ${missing}`);
  process.exit(0);
}
const times: number[] = [];
let broken = 0;
for (let run = 0; run < (isPatroni ? 1 : runs); run++) {
  const outcome = await runFailover(await startTrial(), Number(values.seconds), say);
  times.push(...outcome.withoutWritesMs);
  for (const [name, figure] of outcome.figures) say(`${name.padEnd(45)} ${figure}`);
  for (const sentence of outcome.broken.slice(0, 20)) say(`BROKEN: ${sentence}`);
  say(`lost: ${outcome.lost}\n`);
  broken += outcome.broken.length;
}
times.sort((a, b) => a - b);
say(`Without writes: median ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms.`);
process.exit(broken === 0 ? 0 : 1);

function startTrial(): Promise<Trial> {
  if (isPatroni) return startPatroni(runs, values.haproxy);
  const scenario = scenarioNames.find((name) => name === values.scenario);
  if (scenario === undefined) throw new Error(`--scenario is one of ${scenarioNames.join(', ')}, patroni.`);
  return startScenario(scenario, values['old-one-back']);
}
