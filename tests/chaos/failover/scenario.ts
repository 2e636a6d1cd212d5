import { setTimeout as pause } from 'node:timers/promises';
import { askAt, startPair, type Pair } from './pair.ts';
import type { Trial } from './trial.ts';

export const scenarioNames = ['kill', 'switchover', 'asynchronous'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** How long the standby receives nothing before the primary is lost, so that there is something to lose. */
const lagMs = 1_500;

/** How the primary is lost. Resolves to when, in milliseconds. */
const lose: Readonly<Record<ScenarioName, (pair: Pair) => Promise<number>>> = {
  async kill({ primary }) {
    const at = Date.now();
    await primary.kill();
    return at;
  },
  async switchover({ primary }) {
    const at = Date.now();
    await primary.stop('SIGINT');
    return at;
  },
  async asynchronous({ primary, standby }) {
    await askAt(standby, `alter system set primary_conninfo = 'host=127.0.0.1 port=1'`, 'select pg_reload_conf()');
    await pause(lagMs);
    const at = Date.now();
    await primary.kill();
    return at;
  },
};

/**
 * Starts a primary and its standby, which is promoted as soon as the primary is lost.
 *
 * @param isOldOneBack Whether the old primary is started again as it was, which nobody fences here.
 */
export async function startScenario(name: ScenarioName, isOldOneBack: boolean): Promise<Trial> {
  const pair = await startPair(name !== 'asynchronous');
  let { primary } = pair;
  return {
    name,
    takeOvers: 1,
    urlOf: pair.urlOf,
    primaryUrlOf: async (database) => `postgres://postgres@127.0.0.1:${primary.port}/${database}`,
    async takeOver() {
      const at = await lose[name](pair);
      await pair.promote();
      primary = pair.standby;
      return at;
    },
    async bringBack() {
      if (isOldOneBack) await pair.primary.start({ synchronous_standby_names: '' });
    },
    close: pair.close,
  };
}
