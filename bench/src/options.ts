import { parseArgs } from 'node:util';
import type { Scale } from './measures/measure.ts';

export interface Options {
  readonly quick: boolean;
  readonly databaseUrl: string;
  /** Run only this measure. */
  readonly only: string | null;
  /** Where the product writes CPU profiles. */
  readonly profileFolder: string | null;
  readonly scale: Scale;
}

const full: Scale = {
  repeats: 5,
  budgetMs: 9.5 * 60_000,
  warmUpCount: 2000,
  acceptMs: 4000,
  deliverWarmUp: 1000,
  deliverCount: 6000,
  idleCount: 120,
};
const brief: Scale = {
  repeats: 2,
  budgetMs: 110_000,
  warmUpCount: 1000,
  acceptMs: 2500,
  deliverWarmUp: 500,
  deliverCount: 2500,
  idleCount: 60,
};

export const usage = `npm run bench -- [--quick] [--only accept|deliver|reach] [--database URL] [--cpu-prof FOLDER]

  --quick      two repeats of shorter measurements, under 2 minutes; for a look, not for a claim
  --only       one measure; leaves results/latest.json as it is
  --database   a PostgreSQL server where the run may make databases (postgres://postgres@127.0.0.1:5432/postgres)
  --cpu-prof   a folder for CPU profiles of Parley, one for each start`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
      'cpu-prof': { type: 'string' },
    },
  });
  return {
    quick: values.quick,
    databaseUrl: values.database,
    only: values.only ?? null,
    profileFolder: values['cpu-prof'] ?? null,
    scale: values.quick ? brief : full,
  };
}
