import { setTimeout as pause } from 'node:timers/promises';
import { askAt, type Pair } from './pair.ts';

export const scenarioNames = ['kill', 'switchover', 'asynchronous'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** A way in which a standby takes over. */
export interface Scenario {
  readonly isSynchronous: boolean;
  /** Takes the primary away, promotes the standby, and resolves to when the primary went, in milliseconds. */
  takeOver(pair: Pair): Promise<number>;
}

/** How long the standby receives nothing before the primary is lost, so that there is something to lose. */
const lagMs = 1_500;

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  kill: {
    isSynchronous: true,
    async takeOver({ primary, promote }) {
      const at = Date.now();
      await primary.kill();
      await promote();
      return at;
    },
  },
  switchover: {
    isSynchronous: true,
    async takeOver({ primary, promote }) {
      const at = Date.now();
      await primary.stop('SIGINT');
      await promote();
      return at;
    },
  },
  asynchronous: {
    isSynchronous: false,
    async takeOver({ primary, standby, promote }) {
      await askAt(standby, `alter system set primary_conninfo = 'host=127.0.0.1 port=1'`, 'select pg_reload_conf()');
      await pause(lagMs);
      const at = Date.now();
      await primary.kill();
      await promote();
      return at;
    },
  },
};
