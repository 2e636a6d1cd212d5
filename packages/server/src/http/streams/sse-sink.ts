import { ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { EventSink } from '../../platform/routing/route.ts';
import type { StreamCut } from '../../platform/telemetry/metrics.ts';
import { onConnectionClosed } from '../limits/on-connection-closed.ts';
import { wasLeftUnread } from '../limits/unread-answers.ts';

/** Time for a slow reader to read the rest after the stream was ended. */
const endGraceMs = 5_000;
const keepAliveMs = 15_000;

/** The headers of every stream. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
} as const;

/**
 * Opens a stream of Server-Sent Events on a response and writes its head at once, with the headers of the reply. Only
 * the sink may write to the response afterwards. If the reader has already disconnected, the sink is closed from the
 * start.
 */
export function openSink(reply: FastifyReply | ServerResponse): EventSink {
  const response = reply instanceof ServerResponse ? reply : takeOver(reply);
  const closeListeners: ((cut?: StreamCut) => void)[] = [];
  const drainListeners: (() => void)[] = [];
  const connection = response.req.socket;
  let hasConnection = false;
  let awaitsDrain = false;
  let closed = response.destroyed || response.closed || connection.destroyed;

  const closing = (cut?: StreamCut) => {
    if (closed) return;
    closed = true;
    forget();
    for (const listener of closeListeners.splice(0)) listener(cut);
  };
  const lost = () => closing(wasLeftUnread(connection) ? 'slow_reader' : undefined);
  const forget = onConnectionClosed(connection, () => {
    lost();
    response.destroy();
  });
  response.on('close', lost);
  response.on('error', lost);
  if (!closed) writeHead(response);

  const drained = () => {
    awaitsDrain = false;
    if (!closed) for (const listener of drainListeners) listener();
  };
  response.on('drain', drained);

  return {
    write(frames) {
      if (closed) return false;
      // A response waits if another answer on the connection comes first. After that, frames are written to the
      // connection directly, because the response would only add work for heads and chunks.
      hasConnection ||= response.socket === connection;
      if (!hasConnection) return response.write(frames);
      const isTaken = connection.write(frames);
      if (!isTaken && !awaitsDrain) {
        awaitsDrain = true;
        connection.once('drain', drained);
      }
      return isTaken;
    },
    get bufferedBytes() {
      return (hasConnection ? connection : response).writableLength;
    },
    onDrain(listener) {
      drainListeners.push(listener);
    },
    onClose(listener) {
      if (closed) queueMicrotask(listener);
      else closeListeners.push(listener);
    },
    close(cut) {
      if (closed) return;
      closing(cut);
      end(response);
    },
  };
}

/** Copies the reply's headers to the response, because `hijack` drops them. */
function takeOver(reply: FastifyReply): ServerResponse {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
  return reply.raw;
}

function writeHead(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket) socket.setNoDelay(true).setTimeout(0).setKeepAlive(true, keepAliveMs);
  // A stream ends with its connection, so it needs no chunked encoding, which would cost three writes and a copy per
  // frame.
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, streamHeaders);
  response.flushHeaders();
}

function end(response: ServerResponse): void {
  response.end();
  const timer = setTimeout(() => response.destroy(), endGraceMs).unref();
  response.on('close', () => clearTimeout(timer));
}
