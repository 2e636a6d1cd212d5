import { setTimeout as pause } from 'node:timers/promises';
import { call, type Answer } from '../../../packages/server/src/testing/contract/http.ts';
import type { SeededRandom } from '../../../packages/server/src/testing/seeded-random.ts';
import type { History } from '../history/history.ts';
import type { Fleet } from '../place/fleet.ts';

export interface Answered extends Answer {
  /** Which server answered. */
  readonly server: number;
}

export type AskAny = (path: string, init: () => RequestInit, isOver?: () => boolean) => Promise<Answered | null>;

const patienceMs = 5000;
const pauseMs = 150;

/**
 * Asks one server after another until one answers with something other than a 5xx; null where `isOver` says to give up. `init`
 * is made anew each time, because a signature is good for one moment.
 */
export function askAny(fleet: Fleet, history: History, random: SeededRandom): AskAny {
  return async (path, init, isOver = () => false) => {
    while (!isOver()) {
      const server = random.whole(0, fleet.servers.length - 1);
      const url = `${fleet.servers[server]?.baseUrl}${path}`;
      const answer = await call(url, { ...init(), signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
      if (answer !== null && answer.status < 500) return { ...answer, server };
      history.repeats++;
      await pause(pauseMs * (0.5 + random.next()));
    }
    return null;
  };
}
