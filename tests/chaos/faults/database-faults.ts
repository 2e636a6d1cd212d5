import { setTimeout as pause } from 'node:timers/promises';
import type { OwnPostgres } from '../../../packages/server/src/testing/postgres/own-postgres.ts';
import type { Fault, Place } from './fault.ts';

const needsOwn = ({ database }: Place) => (database.own ? null : 'the PostgreSQL here is not our own');

export const databaseCrash: Fault = {
  name: 'database-crash',
  missing: needsOwn,
  async strike(place) {
    const primary = ownOf(place).primary();
    await primary.stop('SIGQUIT');
    await pause(place.random.whole(500, 8000));
    await primary.start();
    return null;
  },
};

export const databaseFreeze: Fault = {
  name: 'database-freeze',
  missing: needsOwn,
  async strike(place) {
    const primary = ownOf(place).primary();
    primary.signalAll('SIGSTOP');
    await pause(place.random.whole(3000, 14_000));
    primary.signalAll('SIGCONT');
    return null;
  },
};

export const databaseFailover: Fault = {
  name: 'database-failover',
  missing: needsOwn,
  async strike(place) {
    await ownOf(place).failOver();
    return null;
  },
};

export const fullDisk: Fault = {
  name: 'full-disk',
  missing: (place) => needsOwn(place) ?? (ownOf(place).disk() ? null : 'this process may not mount a disk'),
  async strike(place) {
    const own = ownOf(place);
    const disk = own.disk();
    await disk?.fill();
    await pause(place.random.whole(4000, 10_000));
    await disk?.empty();
    // Where it could not write its log it has ended, as it should.
    await own.primary().start();
    return null;
  },
};

export const natsRestart: Fault = {
  name: 'nats-restart',
  missing: ({ nats }) => (nats ? null : 'signals do not go over NATS'),
  async strike({ nats, random }) {
    await nats?.stop();
    await pause(random.whole(500, 12_000));
    await nats?.start();
    return null;
  },
};

function ownOf({ database }: Place): OwnPostgres {
  if (!database.own) throw new Error('There is no PostgreSQL of our own.');
  return database.own;
}
