import { readinessReasons } from '@parley/protocol';
import { Gauge } from 'prom-client';
import type { App } from '../chat/conversations/app.ts';
import { nextDueAt, oldestWaitingAt } from '../engine/deliveries/backlog-queries.ts';
import { readInTime } from './read-in-time.ts';

type Read = () => number | Promise<number>;

/**
 * Adds the gauges that are read at each scrape. A value that the database does not return in time is NaN; the others
 * are unaffected. Call it once.
 */
export function addGauges({
  storage,
  engine,
  clock,
  metrics,
  readiness,
  timekeeper,
}: Pick<App, 'storage' | 'engine' | 'clock' | 'metrics' | 'readiness' | 'timekeeper'>): void {
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
    readInTime(read().then((at) => (at === null ? 0 : secondsSince(at)))).then((seconds) => seconds ?? NaN);

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
  gauge(
    'parley_open_breakers',
    'Endpoints that kept failing, to which nothing is sent for a moment.',
    () => engine.load().openBreakers,
  );
  gauge(
    'parley_failing_agents',
    'Agents of which more than 20 deliveries failed for good within an hour, as this server saw.',
    () => engine.load().failingAgents,
  );
  const { pool } = storage;
  gauge('parley_database_connections', 'Connections of the pool.', () => pool.totalCount);
  gauge('parley_database_connections_in_use', 'Connections at work.', () => pool.totalCount - pool.idleCount);
  gauge('parley_database_connection_requests', 'Who waits for a connection now.', () => pool.waitingCount);
  gauge(
    'parley_clock_skew_seconds',
    'The clock of this machine minus the clock of the database; 0 with the embedded database.',
    () => timekeeper.skewMs() / 1000,
  );
  gauge(
    'parley_clock_jobs_waiting',
    'Whether janitor, expiry and schedules wait because the time is not to be trusted: 1 or 0.',
    () => Number(timekeeper.jobsWait()),
  );
  addLabelledGauges({ storage, metrics, readiness });
}

function addLabelledGauges({ storage, metrics, readiness }: Pick<App, 'storage' | 'metrics' | 'readiness'>): void {
  new Gauge({
    name: 'parley_database_unsafe',
    help: 'Settings of PostgreSQL that put at risk what it confirmed: 1 where it was off when this server started.',
    labelNames: ['setting'],
    registers: [metrics.registry],
    collect() {
      for (const setting of ['fsync', 'full_page_writes'])
        this.set({ setting }, Number(storage.unsafeSettings.includes(setting)));
    },
  });
  new Gauge({
    name: 'parley_not_ready',
    help: 'Reasons for which /readyz is red: 1 for each that holds now, else 0.',
    labelNames: ['reason'],
    registers: [metrics.registry],
    async collect() {
      const reasons = await readiness.reasons();
      for (const reason of readinessReasons) this.set({ reason }, Number(reasons.includes(reason)));
    },
  });
}
