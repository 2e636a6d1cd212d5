import type { Database } from '../database.ts';
import type { Ends } from '../ground/ground.ts';
import { population } from '../population.ts';
import type { Forked } from '../processes/fork.ts';
import type { Scale } from '../scale.ts';
import type { Contestant, Role } from './contestant.ts';
import { insertHistory, insertStock } from './parley-rows.ts';
import { settle as settleIn, type Settlers } from './parley-rooms.ts';
import { startParley } from './parley-process.ts';

export interface ParleySetting {
  readonly ends: Ends;
  readonly receiver: Forked;
  readonly profileFolder: string | null;
  readonly scale: Scale;
}

interface Surroundings {
  /** Years of messages, and deliveries that are due later or over. */
  readonly withHistory?: true;
  /** Agents whose endpoints hang, each with a room. */
  readonly withHung?: true;
}

/** The product, as it is built, with its own defaults but for the rate limits. */
export function parley(
  name: string,
  { ends, receiver, profileFolder, scale, withHistory, withHung }: ParleySetting & Surroundings,
): Contestant {
  let settlers: Settlers = {
    answered: [],
    held: [],
    hung: [],
    away: [],
    crowd: { send: { path: '', cookie: '' }, cookies: [] },
  };
  const start = (database: Database, isDraining: boolean) =>
    startParley({ databaseUrl: database.url, profileFolder, authorityFile: ends.authorityFile, isDraining });

  return {
    name,
    attemptsTable: 'delivery_attempts',
    ...(withHistory ? { keepsDatabase: true as const } : {}),
    async prepare(database) {
      const hungPorts = withHung ? await receiver.ask<number[]>('hang', population.hungAgents) : [];
      const running = await start(database, false);
      settlers = await settleIn(running.port, ends, hungPorts, population);
      await running.stop();
      if (withHistory) await insertHistory(database, settlers.answered, scale.history);
    },
    async start(database, role: Role, stock) {
      if (stock > 0) await insertStock(database, settlers.answered, stock);
      const { answered, held, hung, away, crowd } = settlers;
      const running = await start(database, role === 'drain');
      return {
        ...running,
        sends: role === 'accept' ? held : role === 'away' ? away : answered,
        hungSends: hung,
        crowd,
      };
    },
  };
}
