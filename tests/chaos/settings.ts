import { parseArgs } from 'node:util';
import type { FaultName } from './faults/fault.ts';
import { faultNames } from './faults/all-faults.ts';

export interface Settings {
  readonly seconds: number;
  readonly servers: number;
  readonly seed: number;
  readonly signals: 'postgres' | 'nats';
  /** Which faults the nemesis may pick; those that the place cannot have are left out, and it says so. */
  readonly faults: readonly FaultName[];
  /** `moody` agents now and then fail, hang or cut the line; `steady` ones take everything at once. */
  readonly agents: 'moody' | 'steady';
  /** The path of a PgBouncer that the servers connect through, in transaction mode; null for none. */
  readonly pooler: string | null;
  /** Where a PostgreSQL for tests answers; null starts one of our own, which can be stopped. */
  readonly databaseServerUrl: string | null;
}

/** Reads the command line; throws one sentence where it cannot be used. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      servers: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      signals: { type: 'string', default: 'postgres' },
      faults: { type: 'string', default: faultNames.join(',') },
      agents: { type: 'string', default: 'moody' },
      pooler: { type: 'string' },
    },
  });
  return {
    seconds: positive('--minutes', values.minutes) * 60,
    servers: positive('--servers', values.servers),
    seed: positive('--seed', values.seed),
    signals: oneOf('--signals', values.signals, ['postgres', 'nats']),
    faults: values.faults.split(',').map((name) => oneOf('--faults', name, faultNames)),
    agents: oneOf('--agents', values.agents, ['moody', 'steady']),
    pooler: values.pooler ?? null,
    databaseServerUrl: null,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${name} is a number, not ${JSON.stringify(text)}.`);
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new Error(`${name} is one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`);
}
