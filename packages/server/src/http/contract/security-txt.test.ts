import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { call } from '../../testing/contract/http.ts';

let server: TestServer;
afterEach(() => server.stop());
const read = () => call(`${server.baseUrl}/.well-known/security.txt`);

it('serves security.txt with the contact of the operator and an end within a year', async () => {
  server = await startTestServer({ PARLEY_SECURITY_CONTACT: 'mailto:security@parley.example' });
  const { status, text, headers } = await read();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@parley\.example\nExpires: \S+Z\n/);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(server.clock.now());
  expect(expires).toBeLessThan(server.clock.now() + 365 * 86_400_000);
});

it('has no such page where the operator names nobody', async () => {
  server = await startTestServer({});
  expect((await read()).status).toBe(404);
});
