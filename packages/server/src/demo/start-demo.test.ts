import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { startDemo } from './start-demo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('refuses a port that fetch does not open, instead of waiting for its agent forever', async () => {
  const starting = startDemo(server.app, 'http://127.0.0.1:6000', () => undefined);
  await expect(starting).rejects.toThrow(/127\.0\.0\.1:6000 \(bad port\): choose another PARLEY_PORT/);
});
