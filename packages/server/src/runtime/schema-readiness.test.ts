import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { raiseDemand } from '../platform/storage/schema-demand.ts';
import { startTestServer } from '../testing/app.ts';
import { call } from '../testing/contract/http.ts';
import { openTestStorage } from '../testing/database.ts';
import { schemaReadiness } from './schema-readiness.ts';

const demand = { oldestServer: '99.0.0', reason: 'a column is gone' };

it('§27 a server is not ready once a newer version has made its database too new for it', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const readiness = async () => {
    const { status, body } = await call(`${server.baseUrl}/readyz`);
    return { status, body };
  };
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ready', reasons: [] } });
  await raiseDemand(server.app.storage.db, demand);
  expect(await readiness()).toEqual({ status: 503, body: { status: 'not_ready', reasons: ['version'] } });
});

it('§27 a server is not ready while migrations of its own have not run, as after an older backup was restored', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const { db } = server.app.storage;
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db);
  expect(await call(`${server.baseUrl}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'not_ready', reasons: ['migrations'] },
  });
  await sql`drop table schema_demand`.execute(db);
  expect((await call(`${server.baseUrl}/readyz`)).body).toEqual({ status: 'not_ready', reasons: ['migrations'] });
});

it('a demand of newer servers is logged once, however often readiness is asked for', async () => {
  const storage = await openTestStorage();
  onTestFinished(() => storage.close());
  const lines: unknown[] = [];
  const reasons = schemaReadiness({ storage, log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) });
  expect(await reasons()).toEqual([]);
  await raiseDemand(storage.db, demand);
  expect([await reasons(), await reasons()]).toEqual([['version'], ['version']]);
  expect(lines).toMatchObject([{ level: 50, reason: 'version', schema: demand }]);
});
