import { describe, expect, it } from 'vitest';
import { whyNoPostgres } from '../../../packages/server/src/testing/postgres/postgres-process.ts';
import { runFailover } from './run-failover.ts';
import { startScenario } from './scenario.ts';

const skipped = whyNoPostgres();
const note = skipped === null ? '' : ` (SKIPPED: ${skipped})`;
const told: string[] = [];

/** One scenario of `npm run test:failover`, which has more. */
describe.skipIf(skipped !== null)(`two servers whose database fails over${note}`, { timeout: 180_000 }, () => {
  it('§27 keep every promise when the primary is killed, and never write to it when it comes back', async () => {
    const trial = await startScenario('kill', true);
    const { broken, figures } = await runFailover(trial, 4, (line) => told.push(line));
    expect(broken, told.join('\n')).toEqual([]);
    expect(new Map(figures).get('messages accepted')).toBeGreaterThan(50);
  });
});
