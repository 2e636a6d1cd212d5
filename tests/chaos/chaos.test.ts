import { expect, it } from 'vitest';
import { testServerUrl } from '../../packages/server/src/testing/databases-under-test.ts';
import { runChaos } from './run-chaos.ts';

const seed = 7;
const patienceMs = 300_000;
const told: string[] = [];

/** The short form of `npm run test:chaos`: few faults, and only such as leave alone what others do on the same PostgreSQL. */
it.skipIf(testServerUrl === undefined)(
  'two servers keep every promise while faults come over them',
  { timeout: patienceMs },
  async () => {
    const { figures, broken } = await runChaos(
      {
        seconds: 20,
        servers: 2,
        seed,
        signals: 'postgres',
        faults: ['kill', 'cut-connections', 'lock-deliveries'],
        agents: 'moody',
        pooler: null,
        databaseServerUrl: testServerUrl ?? '',
      },
      (line) => told.push(line),
      { minMs: 1000, maxMs: 2000 },
    );
    expect(broken, `seed ${seed}\n${told.join('\n')}`).toEqual([]);
    const table = new Map(figures);
    expect(table.get('messages accepted')).toBeGreaterThan(20);
    expect(table.get('faults')).toBeGreaterThan(0);
  },
);
