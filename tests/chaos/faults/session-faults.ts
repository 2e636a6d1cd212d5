import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { always, type Fault, type Place } from './fault.ts';

export const cutConnections: Fault = {
  name: 'cut-connections',
  missing: always,
  async strike({ database }) {
    await database.withClient((client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid()`),
    );
    return null;
  },
};

/** Somebody's transaction that does nothing any more and keeps what it has locked. */
export const lockRoom: Fault = {
  name: 'lock-room',
  missing: always,
  strike: (place) => holdLock(place, `select from conversations order by random() limit 1 for update`),
};

export const lockDeliveries: Fault = {
  name: 'lock-deliveries',
  missing: always,
  strike: (place) => holdLock(place, `select from delivery_queue order by random() limit 20 for update`),
};

/** Other programs take every connection that the database has. */
export const strangers: Fault = {
  name: 'strangers',
  missing: ({ database }) => (database.own ? null : 'the PostgreSQL here is not our own'),
  async strike({ database, random }) {
    const taken: pg.Client[] = [];
    for (let isFull = false; !isFull && taken.length < 200;) {
      const client = new pg.Client({ connectionString: database.own?.url, connectionTimeoutMillis: 3000 });
      client.on('error', () => undefined);
      isFull = await client.connect().then(
        () => taken.push(client) === 0,
        () => true,
      );
    }
    // Whoever is connected stays so; those who have to connect anew find no place.
    const [first] = taken;
    await first?.query(`select pg_terminate_backend(pid) from pg_stat_activity
                        where application_name = 'parley' and random() < 0.5`);
    await pause(random.whole(3000, 10_000));
    await Promise.allSettled(taken.map((client) => client.end()));
    return null;
  },
};

async function holdLock({ database, random }: Place, lock: string): Promise<null> {
  await database.withClient(async (client) => {
    await client.query('begin');
    await client.query(lock);
    await pause(random.whole(4000, 20_000));
    // It may have been cut off meanwhile, which frees its locks as well.
    await client.query('rollback').catch(() => undefined);
  });
  return null;
}
