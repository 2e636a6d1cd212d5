import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createWorld } from '@parley/testing';
import { webhook } from './webhook.ts';

/** What Next.js makes of a request. */
const requestOf = async (request: IncomingMessage) =>
  new Request(`http://app.example${request.url}`, {
    method: 'POST',
    headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    body: await text(request),
  });

test('it answers a delivery that the platform signed, and refuses another', { timeout: 60_000 }, async (t) => {
  const awake: Promise<unknown>[] = [];
  let post: ReturnType<typeof webhook> | null = null;
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const answer = await post?.(await requestOf(request));
    statuses.push(answer?.status ?? 503);
    response.writeHead(answer?.status ?? 503).end(await answer?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());

  const world = await createWorld();
  t.after(() => world.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/parley`;
  const { env } = await world.agent(null, { manifest: { transport: 'webhook', webhook_url: url } });
  post = webhook((task) => awake.push(task), env);
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
  await Promise.all(awake);
  assert.deepEqual([statuses, awake.length], [[200], 1]);

  const forged = new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  assert.equal((await post(forged)).status, 401);
});
