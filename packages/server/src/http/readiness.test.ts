import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { raiseDemand } from '../storage/schema-demand.ts';
import { startTestServer } from '../testing/app.ts';
import { call } from '../testing/contract/http.ts';
import { openTestStorage } from '../testing/database.ts';
import { version } from '../settings/version.ts';
import { readiness } from './readiness.ts';

const demand = { oldestServer: '99.0.0', reason: 'a column is gone' };
const objection = `The database needs Parley 99.0.0 or newer, because of: a column is gone. This is ${version}.`;

it('a server turns not ready, and says why, once a newer version has made its database too new for it', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  expect(await call(`${server.baseUrl}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } });
  await raiseDemand(server.app.storage.db, demand);
  expect(await call(`${server.baseUrl}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'not ready', reason: objection },
  });
});

it('a demand of newer servers is logged once, however often readiness is asked for', async () => {
  const storage = await openTestStorage();
  onTestFinished(() => storage.close());
  const lines: unknown[] = [];
  const ready = readiness({ storage, log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) });
  expect(await ready()).toBe(null);
  await raiseDemand(storage.db, demand);
  expect([await ready(), await ready()]).toEqual([objection, objection]);
  expect(lines).toMatchObject([{ level: 50, demand }]);
});
