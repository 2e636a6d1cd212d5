import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../platform/settings/config.ts';
import { openServer } from './open-server.ts';
import { stopServer } from './stop-server.ts';
import { call } from '../testing/contract/http.ts';
import { openTestStorage } from '../testing/database.ts';
import { fakeClock } from '../testing/fake-clock.ts';

it('a server that is told to stop is not ready at once, serves on for PARLEY_DRAIN_DELAY, and only then drains', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-delay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = fakeClock();
  const log = pino({ level: 'silent' });
  const config = readConfig({
    PARLEY_DATA_DIR: folder,
    PARLEY_PORT: '0',
    PARLEY_DEMO: '0',
    PARLEY_DRAIN_DELAY: '5s',
  });
  const server = await openServer({ config, clock, log, storage: await openTestStorage() });
  const statuses = async () => {
    const paths = ['/readyz', '/healthz', '/v1/session'];
    return Promise.all(paths.map(async (path) => (await call(server.localUrl + path)).status));
  };
  expect(await statuses()).toEqual([200, 200, 401]);
  const stopped = stopServer(server, log);
  expect(await statuses()).toEqual([503, 200, 401]);
  expect((await call(`${server.localUrl}/readyz`)).body).toEqual({ status: 'not_ready', reasons: ['stopping'] });
  await clock.advance(4_999);
  expect(await statuses()).toEqual([503, 200, 401]);
  await clock.advance(1);
  expect(await stopped).toBe(0);
  await expect(statuses()).rejects.toThrow('fetch failed');
});
