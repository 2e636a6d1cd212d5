import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp } from '../../testing/contract/person.ts';
import { sign } from '../../testing/contract/signature.ts';
import { watchResponses, type WatchedResponses } from '../fixtures/watch-responses.ts';

const path = '/hooks/v1/assets';
const bytes = Buffer.alloc(1024 * 1024, 7);
let server: TestServer;
let agent: Agent;
let responses: WatchedResponses;
beforeAll(async () => {
  // The rate check of uploads runs on intervals, which the test controls.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startTestServer();
  agent = await registerAgent(server, await signUp(server));
  responses = watchResponses(path);
});
afterAll(async () => {
  responses.stop();
  await server.stop();
  vi.useRealTimers();
});

/**
 * Starts a correctly signed upload with the first `length` bytes of its body. Resolves when the server has received
 * them.
 */
async function begin(length: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1').on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    'content-type: application/octet-stream',
    `content-length: ${bytes.length}`,
    `authorization: ${agent.authorization}`,
    `x-agent-signature: ${sign(agent.secret, agent.unix(), bytes)}`,
  ];
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  const answer = once(socket, 'close').then(() => text);
  const before = responses.all.length;
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => responses.all.length).toBe(before + 1);
  await send(socket, bytes.subarray(0, length));
  return { socket, answer };
}

async function send(socket: Socket, piece: Uint8Array): Promise<void> {
  const serverEnd = responses.all.at(-1)?.req.socket;
  const before = serverEnd?.bytesRead ?? 0;
  socket.write(piece);
  await expect.poll(() => serverEnd?.bytesRead).toBe(before + piece.length);
}

describe('§10 an upload at the door of agents', () => {
  it('is given up where its bytes drip', async () => {
    const { socket, answer } = await begin(1);
    for (let sent = 1; sent < 30; sent += 1) {
      vi.advanceTimersByTime(1000);
      await send(socket, bytes.subarray(sent, sent + 1));
    }
    vi.advanceTimersByTime(2000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"[^]*"request_id"/);
  });

  it('may take longer at the pace of a slow line, and is taken once it is whole', async () => {
    // One second for each 16 KiB: 40 seconds beyond the 30 that every body has.
    const some = 40 * 16 * 1024;
    const { socket, answer } = await begin(some);
    vi.advanceTimersByTime(65_000);
    await send(socket, bytes.subarray(some));
    expect(await answer).toMatch(/^HTTP\/1\.1 201 [^]*"size_bytes":1048576/);
  });
});
