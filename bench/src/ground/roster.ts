import { naive } from '../contestants/naive.ts';
import { parley, type ParleySetting } from '../contestants/parley.ts';
import { peer } from '../contestants/peer.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { DatabaseServer } from '../database.ts';
import type { Redis } from '../processes/redis.ts';
import type { Ground, Prepared } from './ground.ts';

interface Means extends ParleySetting {
  readonly server: DatabaseServer;
  readonly redis: Redis | null;
  readonly say: (line: string) => void;
}

/** Everyone who can be measured, by name; each is prepared once, when somebody first asks for it. */
export function roster({ server, redis, say, ...setting }: Means): Pick<Ground, 'contestant' | 'preparingMs'> {
  const known: Record<string, () => Contestant> = {
    Parley: () => parley('Parley', setting),
    'Parley with history': () => parley('Parley with history', { ...setting, withHistory: true }),
    'Parley among the hung': () => parley('Parley among the hung', { ...setting, withHung: true }),
    'graphile-worker': () => peer('graphile-worker', setting.ends, null),
    'pg-boss': () => peer('pg-boss', setting.ends, null),
    naive,
    ...(redis ? { BullMQ: () => peer('BullMQ', setting.ends, redis) } : {}),
  };
  const prepared = new Map<string, Prepared>();
  let preparingMs = 0;
  const contestantOf: Ground['contestant'] = async (name) => {
    const before = prepared.get(name);
    if (before) return before;
    const make = known[name];
    if (!make) return null;
    say(`Preparing ${name}`);
    const startedAt = performance.now();
    const contestant = make();
    const database = await server.create();
    await contestant.prepare(database);
    const entry = { contestant, database };
    prepared.set(name, entry);
    preparingMs += performance.now() - startedAt;
    return entry;
  };
  return { contestant: contestantOf, preparingMs: () => preparingMs };
}
