import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventSink } from '../../platform/routing/route.ts';
import { openSink } from './sse-sink.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Opens a sink and a reader with a raw socket, so that the test controls when it reads. */
async function open(prepare: (response: ServerResponse) => void = () => undefined) {
  let opened: (sink: EventSink) => void = () => undefined;
  const sinkOpened = new Promise<EventSink>((resolve) => (opened = resolve));
  const server = createServer((_, response) => {
    prepare(response);
    opened(openSink(response));
  });
  const reader = await request(server);
  return { ...reader, sink: await sinkOpened };
}

async function request(server: ReturnType<typeof createServer>) {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const text = { read: '' };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (text.read += bytes.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  endings.push(() => {
    socket.destroy();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { socket, text };
}

const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 5 });

/** Writes until the reader is behind and much more data waits. */
async function fill(sink: EventSink, socket: Socket): Promise<void> {
  socket.pause();
  const frame = `data: ${'x'.repeat(8_000)}\n\n`;
  for (let i = 0; i < 5_000 && sink.bufferedBytes < 1_000_000; i++) {
    sink.write(frame);
    if (i % 50 === 0) await new Promise(setImmediate);
  }
}

describe('the sink of an event stream', () => {
  it('writes its head at once, keeps the headers that were set, and passes frames on as they are', async () => {
    const { sink, text } = await open((response) => response.setHeader('x-content-type-options', 'nosniff'));
    await until(() => text.read.includes('\r\n\r\n'));
    expect(text.read).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    for (const line of [
      'content-type: text/event-stream; charset=utf-8',
      'cache-control: no-store',
      'x-accel-buffering: no',
      'connection: close',
      'x-content-type-options: nosniff',
    ]) {
      expect(text.read.toLowerCase()).toContain(`\r\n${line}\r\n`);
    }
    expect(text.read.toLowerCase()).not.toContain('transfer-encoding');
    expect(sink.write('event: ready\ndata: {}\n\n')).toBe(true);
    sink.write(Buffer.from(':\n\n'));
    await until(() => text.read.includes('event: ready\ndata: {}\n\n') && text.read.includes(':\n\n'));
    expect(sink.bufferedBytes).toBe(0);
  });

  it('says that a slow reader is behind, how far, and when it has caught up', async () => {
    const { sink, socket } = await open();
    await fill(sink, socket);
    const drained = vi.fn();
    sink.onDrain(drained);
    expect(sink.write('data: 1\n\n')).toBe(false);
    expect(sink.bufferedBytes).toBeGreaterThan(64 * 1024);
    socket.resume();
    await until(() => drained.mock.calls.length === 1);
    expect(sink.bufferedBytes).toBe(0);
    expect(sink.write('data: 2\n\n')).toBe(true);
  });

  it('tells once that the reader went away, and swallows what is written after', async () => {
    const { sink, socket } = await open();
    const closed = vi.fn();
    sink.onClose(closed);
    socket.resetAndDestroy();
    await until(() => closed.mock.calls.length > 0);
    expect(sink.write('data: 1\n\n')).toBe(false);
    sink.close();
    expect(closed).toHaveBeenCalledTimes(1);
    const late = vi.fn();
    sink.onClose(late);
    await until(() => late.mock.calls.length === 1);
  });

  it('survives a reader that goes away while much is still to be written', async () => {
    const { sink, socket } = await open();
    const closed = vi.fn();
    sink.onClose(closed);
    await fill(sink, socket);
    socket.resetAndDestroy();
    await until(() => closed.mock.calls.length > 0);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('ends the response when closed, after what was written, and says so once', async () => {
    const { sink, text, socket } = await open();
    const ended = once(socket, 'end');
    const closed = vi.fn(() => sink.close());
    sink.onClose(closed);
    sink.write('data: last\n\n');
    sink.close();
    sink.close();
    expect(closed).toHaveBeenCalledTimes(1);
    // Without a length and chunks, a response is complete when its connection ends.
    await ended;
    expect(text.read.endsWith('data: last\n\n')).toBe(true);
  });

  it('is closed from the start where the reader is gone already', async () => {
    let gone: ServerResponse | undefined;
    const server = createServer((_, response) => void (gone = response));
    const { socket } = await request(server);
    await until(() => gone !== undefined);
    socket.resetAndDestroy();
    await until(() => gone?.closed === true);
    const sink = openSink(gone as ServerResponse);
    const closed = vi.fn();
    sink.onClose(closed);
    await until(() => closed.mock.calls.length === 1);
    expect(sink.write('data: 1\n\n')).toBe(false);
  });

  it('takes over a reply with the headers that hooks gave it', async () => {
    const server = fastify();
    server.addHook('onRequest', async (_, reply) => void reply.header('referrer-policy', 'no-referrer'));
    let sink: EventSink | undefined;
    server.get('/', (_, reply) => void (sink = openSink(reply)));
    await server.ready();
    const { text } = await request(server.server);
    await until(() => text.read.includes('\r\n\r\n'));
    expect(text.read).toContain('referrer-policy: no-referrer');
    expect(text.read).toContain('text/event-stream');
    sink?.write('data: 1\n\n');
    await until(() => text.read.includes('data: 1\n\n'));
  });
});
