/** Starts a PostgreSQL 18 for tests, and prints its URL for `PARLEY_TEST_DATABASE_URL`. Runs until it is interrupted. */
import { once } from 'node:events';
import { startPostgres18 } from './ci/postgres-18.ts';

const postgres = await startPostgres18();
console.log(postgres.url);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await postgres.close();
