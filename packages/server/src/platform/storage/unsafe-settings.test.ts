import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServerOn } from '../../testing/app.ts';
import { readMetrics } from '../../testing/contract/metrics.ts';
import { startOwnPostgres, type OwnPostgres } from '../../testing/postgres/own-postgres.ts';
import { whyNoPostgres } from '../../testing/postgres/postgres-process.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';

const skipped = whyNoPostgres();
const note = skipped === null ? '' : ` (SKIPPED: ${skipped})`;

describe.skipIf(skipped !== null)(`§27 a PostgreSQL that may lose what it confirmed${note}`, () => {
  let own: OwnPostgres | null;
  beforeAll(async () => {
    own = await startOwnPostgres(300);
  });
  afterAll(() => own?.close());

  it.each([
    ['fsync', { fsync: 'off' }, ['fsync']],
    ['full_page_writes', { full_page_writes: 'off' }, ['full_page_writes']],
    ['both', { fsync: 'off', full_page_writes: 'off' }, ['fsync', 'full_page_writes']],
    ['neither', {}, []],
  ])('is told at start and by a metric, with %s off', async (_name, given, unsafe) => {
    await own?.primary().stop('SIGINT');
    await own?.primary().start(given);
    const warned: unknown[] = [];
    const ignore = () => undefined;
    const log = { info: ignore, error: ignore, warn: (fields: object) => void warned.push(fields) };
    const storage = await openPostgres({ databaseUrl: own?.url ?? '', poolSize: 4, log });
    await migrate(storage);
    const server = await startServerOn(storage, { PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
    onTestFinished(() => server.stop());
    expect(warned).toEqual(unsafe.map((setting) => ({ setting })));
    const metrics = await readMetrics(server);
    expect(
      ['fsync', 'full_page_writes'].filter((name) => metrics.of(`parley_database_unsafe{setting="${name}"}`) === 1),
    ).toEqual(unsafe);
  });
});
