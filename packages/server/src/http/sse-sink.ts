import type { FastifyReply } from 'fastify';
import type { EventSink } from '../route.ts';

/** Opens an event stream on a hijacked reply. */
export function openSink(reply: FastifyReply): EventSink {
  const response = reply.raw;
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  for (const [name, value] of headers) response.setHeader(name, value as string);
  response.socket?.setNoDelay(true);
  response.socket?.setTimeout(0);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  response.flushHeaders();
  let closed = false;
  const listeners: (() => void)[] = [];
  const end = () => {
    if (closed) return;
    closed = true;
    for (const listener of listeners) listener();
  };
  response.on('close', end);
  response.on('error', end);
  return {
    write: (frames) => !closed && response.write(frames),
    get bufferedBytes() {
      return response.writableLength;
    },
    onDrain: (listener) => void response.on('drain', listener),
    onClose: (listener) => void listeners.push(listener),
    close: () => {
      response.end();
      end();
    },
  };
}
