import { Gauge } from 'prom-client';
import type { App } from '../conversations/app.ts';
import { nextDueAt } from '../deliveries/queue/claim-queries.ts';
import { oldestWaitingAt } from '../deliveries/queue/waiting-queries.ts';

/** A database that is slow must not keep the other metrics from whoever asks for them. */
const readWithinMs = 2000;

type Read = () => number | Promise<number>;

/**
 * Adds what is read only when metrics are asked for. What the database does not tell in time is not a number; all others still
 * are. To be called once.
 */
export function addGauges({
  storage,
  engine,
  clock,
  metrics,
}: Pick<App, 'storage' | 'engine' | 'clock' | 'metrics'>): void {
  const gauge = (name: string, help: string, read: Read) =>
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        this.set(await read());
      },
    });
  const secondsSince = (at: Date) => Math.max(0, (clock.now() - at.getTime()) / 1000);
  const age = (read: () => Promise<Date | null>) => () =>
    inTime(read().then((at) => (at === null ? 0 : secondsSince(at))));

  gauge('parley_database_up', 'Whether the database answers: 1 or 0.', async () => Number(await storage.ready()));
  gauge(
    'parley_oldest_due_delivery_age_seconds',
    'How long the oldest delivery that is due has been waiting for a server to take it; 0 where none is due.',
    age(() => nextDueAt(storage.db)),
  );
  gauge(
    'parley_oldest_waiting_delivery_age_seconds',
    'How long the oldest delivery has been waiting, here or in the database, until its agent takes more.',
    async () => {
      const here = engine.load().oldestWaitingAt;
      const inDatabase = await age(() => oldestWaitingAt(storage.db))();
      return here === null ? inDatabase : Math.max(secondsSince(here), Number.isNaN(inDatabase) ? 0 : inDatabase);
    },
  );
  gauge('parley_deliveries_in_hand', 'Deliveries in the memory of this server.', () => engine.load().inHand);
  gauge('parley_attempts_under_way', 'Attempts whose outcome is not yet recorded.', () => engine.load().underWay);
  gauge('parley_agents_behind', 'Agents for whom more waits than they take now.', () => engine.load().agentsBehind);
  gauge('parley_open_breakers', 'Endpoints that kept failing and are spared.', () => engine.load().openBreakers);
  const { pool } = storage;
  gauge('parley_database_connections', 'Connections of the pool.', () => pool.totalCount);
  gauge('parley_database_connections_in_use', 'Connections at work.', () => pool.totalCount - pool.idleCount);
  gauge('parley_database_connection_requests', 'Who waits for a connection now.', () => pool.waitingCount);
}

function inTime(reading: Promise<number>): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(NaN), readWithinMs);
    const answer = (value: number) => {
      clearTimeout(timer);
      resolve(value);
    };
    reading.then(answer, () => answer(NaN));
  });
}
