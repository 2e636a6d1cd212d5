import { newId } from '@parley/protocol';
import type { NaiveOrder } from '../peers/naive-program.ts';
import { forkProgram } from '../processes/fork.ts';
import { population } from '../population.ts';
import type { Contestant } from './contestant.ts';

/** What a send costs where it is one row and nothing else. Its tables hold no attempts, so it can only be sent to. */
const table = `
  create table said (message_id text primary key, room text not null, idempotency_key text not null unique,
                     body text not null, created_at timestamptz not null default now())`;

/** The plainest durable server: node:http, and one prepared insert of one row with a unique key a request. */
export function naive(): Contestant {
  const sends = Array.from({ length: population.rooms }, () => ({
    path: `/v1/conversations/${newId('conversation', Date.now())}/messages`,
    cookie: 'parley_session=nobody',
  }));
  return {
    name: 'naive',
    attemptsTable: 'said',
    prepare: (database) => database.run(table),
    async start(database) {
      const process = forkProgram('peers/naive-program.ts', null);
      const order: NaiveOrder = { databaseUrl: database.url, poolSize: population.poolSize };
      const port = await process.ask<number>('serve', order);
      return { port, pids: [process.pid], sends, stop: () => process.stop() };
    },
  };
}
