import { parseArgs } from 'node:util';
import { brief, full, type Scale } from './scale.ts';

export interface Options {
  readonly quick: boolean;
  /** Every measure there is, instead of the usual three. */
  readonly all: boolean;
  readonly databaseUrl: string;
  /** Only these measures, by id or alias. */
  readonly only: readonly string[] | null;
  /** Where the product writes CPU profiles. */
  readonly profileFolder: string | null;
  readonly scale: Scale;
}

export const usage = `npm run bench -- [--quick] [--all] [--only p1,p2,…] [--database URL] [--cpu-prof FOLDER] [--history N] [--minutes N]

  --quick      two repeats of shorter measurements, under 2 minutes; for a look, not for a claim: kept in results/quick
  --all        every measure; without it the usual three: p1 (accept), p3 (deliver), p4 (reach)
  --only       these measures, by id or name; an unknown one is answered with the list
  --database   a PostgreSQL server where the run may make databases (postgres://postgres@127.0.0.1:5432/postgres)
  --cpu-prof   a folder for CPU profiles of Parley, one for each start
  --history    p6: messages of history (10000000; quick 200000)
  --minutes    p9, p11: how long it goes on (30 and 10; quick 0.6 and 0.5)`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      only: { type: 'string' },
      database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
      'cpu-prof': { type: 'string' },
      history: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const scale = values.quick ? brief : full;
  return {
    quick: values.quick,
    all: values.all,
    databaseUrl: values.database,
    only: values.only?.split(',') ?? null,
    profileFolder: values['cpu-prof'] ?? null,
    scale: {
      ...scale,
      history: amount('history', values.history) ?? scale.history,
      soakMinutes: amount('minutes', values.minutes) ?? scale.soakMinutes,
      holdMinutes: amount('minutes', values.minutes) ?? scale.holdMinutes,
    },
  };
}

function amount(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} has to be a number above 0.`);
  return value;
}
