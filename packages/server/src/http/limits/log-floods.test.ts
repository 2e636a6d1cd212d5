import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { signUp } from '../../testing/contract/person.ts';
import { openTestStorage } from '../../testing/database.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';

const lines: Record<string, unknown>[] = [];
const floods = () => lines.filter((line) => line['msg'] === 'requests refused: caller asks too much');
let server: TestServer;
beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  server = await startServerOn(await openTestStorage(), { PARLEY_RATE_LIMIT: 'on', PARLEY_RATE_SESSION: '1/s:5' }, log);
});
afterAll(() => server.stop());

it('logs who asks too much at the first refusal, and then a line a minute with how many there were', async () => {
  const ada = await signUp(server);
  const ask = async (times: number) => {
    for (let asked = 0; asked < times; asked++) await ada.get('/v1/session');
  };
  await ask(20);
  expect(floods()).toHaveLength(1);
  expect(floods()[0]).toMatchObject({
    level: 40,
    code: 'rate_limited',
    userId: ada.userId,
    route: '/v1/session',
    refused: 1,
  });
  const refusedBefore = 20 - 5;
  await server.clock.advance(61_000);
  await ask(20);
  expect(floods()).toHaveLength(2);
  expect(Number(floods()[1]?.['refused'])).toBeGreaterThan(refusedBefore - 5);
});
