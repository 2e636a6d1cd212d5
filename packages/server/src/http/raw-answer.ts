import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusals, type RefusalCode } from '@parley/protocol';
import { errorBody, type Casing } from './errors.ts';

export interface RawRefusal {
  readonly code: RefusalCode;
  readonly requestId: string;
  readonly casing: Casing;
  /** Headers beside those of every refusal. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Time for the sender to read the answer. Closing a connection while data still arrives would discard the answer. */
const noticeMs = 1000;

/** Writes a refusal to a connection without a response object, and closes it. */
export function refuseOnSocket(socket: Duplex, { code, requestId, casing, headers }: RawRefusal): void {
  const { status } = refusals[code];
  const body = errorBody({ code }, requestId, casing);
  const head = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), noticeMs);
  socket.once('close', () => clearTimeout(timer));
}
