import type { Database } from '../database.ts';
import type { Send } from '../load/send.ts';
import { population } from '../population.ts';
import type { Contestant, Role } from './contestant.ts';
import { settle as settleIn, type Settlers } from './parley-rooms.ts';
import { startParley } from './parley-process.ts';

/** The product, as it is built, with its own defaults but for the rate limits. */
export function parley(receiverUrl: string, profileFolder: string | null): Contestant {
  let settlers: Settlers | null = null;
  const sendsFor = (role: Role): Send[] => (settlers ? settlers[role === 'accept' ? 'held' : 'answered'] : []);
  return {
    name: 'Parley',
    recordedSql: `select count(*) from deliveries where status = 'delivered'`,
    async prepare(database: Database) {
      const running = await startParley(database.url, null);
      settlers = await settleIn(running.port, receiverUrl, population);
      await running.stop();
    },
    async start(database, role) {
      return { ...(await startParley(database.url, profileFolder)), sends: sendsFor(role) };
    },
  };
}
