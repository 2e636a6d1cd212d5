import { describe, expect, it } from 'vitest';
import { whyNoPostgres } from '../../../packages/server/src/testing/postgres/postgres-process.ts';
import { runFailover } from './run-failover.ts';

const skipped = whyNoPostgres();
const note = skipped === null ? '' : ` (SKIPPED: ${skipped})`;
const told: string[] = [];
const say = (line: string) => void told.push(line);
const seconds = 4;

/** One scenario of `npm run test:failover`, which has more. */
describe.skipIf(skipped !== null)(`two servers whose database fails over${note}`, { timeout: 120_000 }, () => {
  it('§27 keep every promise when the primary is killed, and never write to it when it comes back', async () => {
    const { broken, figures, lost } = await runFailover({ scenario: 'kill', seconds, isOldOneBack: true }, say);
    expect(broken, told.join('\n')).toEqual([]);
    expect(lost).toBe(0);
    expect(new Map(figures).get('messages accepted')).toBeGreaterThan(50);
  });
});
