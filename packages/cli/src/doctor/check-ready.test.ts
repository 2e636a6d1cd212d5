import { expect, it } from 'vitest';
import { checkReady } from './check-ready.ts';

const url = 'http://127.0.0.1:4600/readyz';
const hintOf = async (body: string) => (await checkReady(url, new Response(body, { status: 503 }))).hint;

it('§27 each reason for which a server is not ready is told with its remedy', async () => {
  const hint = await hintOf(JSON.stringify({ status: 'not_ready', reasons: ['database_read_only', 'storage_full'] }));
  expect(hint).toContain('promote the standby (database_read_only)');
  expect(hint).toContain('free some space (storage_full)');
});

it('a server that gives no reasons, as an older one, is shown with its answer', async () => {
  expect(await hintOf('{"status":"not ready","reason":"Stopping."}')).toBe(
    `${url} answered 503: {"status":"not ready","reason":"Stopping."}`,
  );
  expect(await hintOf('<html>')).toBe(`${url} answered 503: <html>`);
});

it('a server that is ready passes', async () => {
  expect(await checkReady(url, new Response('{"status":"ready","reasons":[]}'))).toMatchObject({ ok: true });
});
