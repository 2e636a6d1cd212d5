import { newId } from '@parley/protocol';
import type { Contestant, Role, Running } from '../contestants/contestant.ts';
import type { Database } from '../database.ts';
import type { Entrant } from '../measures/measure.ts';
import type { Ground } from './ground.ts';

/** What a measurement works with: a contestant that has just been started, on a database of its own. */
export interface Stage {
  readonly ground: Ground;
  readonly contestant: Contestant;
  readonly running: Running;
  readonly database: Database;
  /** Every delivery of the measurement has a higher id. */
  readonly since: string;
}

interface Staging {
  readonly role: Role;
  /** Which contestant, where the entrant has another name than it. */
  readonly contestant?: string;
  readonly stock?: (ground: Ground) => number;
}

/**
 * An entrant that is measured on a new process and a new copy of its prepared database: none inherits rows, bloat or a warm
 * compiler. A database that is too large to copy for each repeat is used as it is.
 */
export function onStage(name: string, staging: Staging, take: (stage: Stage) => Promise<number[] | null>): Entrant {
  return {
    name,
    async take(ground) {
      const prepared = await ground.contestant(staging.contestant ?? name);
      if (!prepared) return null;
      const { contestant } = prepared;
      const isOwn = contestant.keepsDatabase === true;
      const database = isOwn ? prepared.database : await ground.server.create(prepared.database);
      try {
        const since = newId('delivery', Date.now());
        const running = await contestant.start(database, staging.role, staging.stock?.(ground) ?? 0);
        try {
          return await take({ ground, contestant, running, database, since });
        } finally {
          await running.stop();
        }
      } finally {
        if (!isOwn) await database.drop();
      }
    },
  };
}
