import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openConnection } from './connection.ts';

/** A server that answers every request with these pieces, each in a packet of its own where the network lets it. */
async function answering(pieces: readonly string[]): Promise<number> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => {
      for (const [index, piece] of pieces.entries()) setTimeout(() => socket.write(piece), index * 5);
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('puts an answer together that comes in pieces', async () => {
  const port = await answering(['HTTP/1.1 201 Created\r\ncontent-le', 'ngth: 5\r\n\r\nhe', 'llo']);
  const connection = await openConnection(port);
  onTestFinished(() => connection.close());
  expect(await connection.send('GET / HTTP/1.1\r\n\r\n')).toEqual({ status: 201, body: 'hello' });
});

it('sends one request after another over the same connection', async () => {
  const port = await answering(['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']);
  const connection = await openConnection(port);
  onTestFinished(() => connection.close());
  for (let index = 0; index < 3; index++) {
    expect(await connection.send('GET / HTTP/1.1\r\n\r\n')).toEqual({ status: 200, body: 'ok' });
  }
});

it('rejects where the server hangs up instead of answering', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connection = await openConnection((server.address() as AddressInfo).port);
  await expect(connection.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow();
});
