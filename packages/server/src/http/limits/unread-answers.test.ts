import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { uploaded } from '../../testing/contract/files.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { watchResponses, type WatchedResponses } from '../fixtures/watch-responses.ts';

let server: TestServer;
let ada: Person;
let path: string;
let responses: WatchedResponses;
beforeAll(async () => {
  // The check of connections runs on intervals, which the test controls.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startTestServer();
  ada = await signUp(server);
  // More than the operating system buffers for a reader.
  path = `/v1/assets/${await uploaded(ada, Buffer.alloc(20 * 1024 * 1024, 7))}`;
  responses = watchResponses(path);
});
afterAll(async () => {
  responses.stop();
  await server.stop();
  vi.useRealTimers();
});

const patience = { timeout: 20_000 };

/** Requests the asset over a connection that reads only when the test says so. */
async function ask(): Promise<{ socket: Socket; serverEnd: Socket }> {
  const socket = connect({ port: Number(new URL(server.baseUrl).port), host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const before = responses.all.length;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${ada.cookie}\r\n\r\n`);
  await expect.poll(() => responses.all.length, patience).toBeGreaterThan(before);
  const serverEnd = responses.all.at(-1)?.req.socket as Socket;
  await expect.poll(() => serverEnd.writableNeedDrain, patience).toBe(true);
  return { socket, serverEnd };
}

/** Waits until the operating system's buffer for a stuck reader is full. */
async function untilFull(serverEnd: Socket): Promise<void> {
  let before = -1;
  const written = () => serverEnd.bytesWritten;
  await expect
    .poll(
      () => {
        const isSame = written() === before;
        before = written();
        return isSame;
      },
      { ...patience, interval: 300 },
    )
    .toBe(true);
}

describe('an answer that nobody reads', () => {
  it('§10 ends with its connection after 60 seconds, and lets go of its file', { timeout: 60_000 }, async () => {
    const { socket, serverEnd } = await ask();
    await untilFull(serverEnd);
    vi.advanceTimersByTime(55_000);
    expect(serverEnd.destroyed).toBe(false);
    vi.advanceTimersByTime(15_000);
    expect(serverEnd.destroyed).toBe(true);
    socket.resume();
    await once(socket, 'close');
  });

  it('§10 goes on where something of it is read now and then', { timeout: 120_000 }, async () => {
    const { socket, serverEnd } = await ask();
    let read = 0;
    socket.on('data', (piece: Buffer) => (read += piece.length));
    socket.pause();
    for (let minute = 1; minute <= 3; minute += 1) {
      await untilFull(serverEnd);
      vi.advanceTimersByTime(50_000);
      const taken = serverEnd.bytesWritten;
      socket.resume();
      await expect.poll(() => serverEnd.bytesWritten, { ...patience, interval: 1 }).toBeGreaterThan(taken);
      socket.pause();
    }
    expect(serverEnd.destroyed).toBe(false);
    socket.resume();
    await expect.poll(() => read, patience).toBeGreaterThan(20 * 1024 * 1024);
    socket.destroy();
  });
});
