import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { bodyDeadline } from './upload-bounds.ts';

let server: FastifyInstance;
let begun = 0;
afterEach(() => server.close());

/** Sends a body in two halves with a pause in between. Returns everything that the server sends back. */
async function slowly(path: string, pauseMs: number): Promise<string> {
  server = fastify();
  bodyDeadline(server, { ms: 100, bytesPerSecond: 1, headers: {} });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.post('/words', async () => 'taken');
  const dawdle = async () => void (await new Promise((resolve) => setTimeout(resolve, 400)));
  server.post('/dawdling', { onRequest: dawdle }, async () => 'taken');
  server.post('/unproven', { config: { takesFile: true, isUnproven: true } }, async () => 'taken');
  server.addHook('onRequest', async () => void (begun += 1));
  server.post('/file', { config: { takesFile: true } }, async () => 'taken');
  await server.listen();
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 2\r\nConnection: close\r\n\r\na`,
  );
  setTimeout(() => socket.writable && socket.write('b'), pauseMs);
  let text = '';
  socket.on('data', (piece) => (text += piece.toString()));
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

it('gives up on a file of nobody known that comes a byte now and then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const answer = slowly('/unproven', 3000);
  await expect.poll(() => begun).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"request_timeout"/);
  vi.useRealTimers();
});

it('gives up on a body that is too slow', async () => {
  expect(await slowly('/words', 2000)).toMatch(/^HTTP\/1\.1 408 /);
});

it('lets a file take longer', async () => {
  expect(await slowly('/file', 400)).toMatch(/^HTTP\/1\.1 200 [^]*taken$/);
});

it('forgets a body that is here', async () => {
  expect(await slowly('/words', 1)).toMatch(/^HTTP\/1\.1 200 [^]*taken$/);
});

it('does not blame the sender where the server takes its time to read the body', async () => {
  expect(await slowly('/dawdling', 1)).toMatch(/^HTTP\/1\.1 200 [^]*taken$/);
});
