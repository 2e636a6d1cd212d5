import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './http.ts';

/**
 * Sends raw bytes over a new connection and reads until it closes, for requests that no client would send. Send
 * `Connection: close` if the server would keep it open.
 */
export async function exchange(baseUrl: string, text: string): Promise<Answer> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.write(text);
  await once(socket, 'close');
  return answerIn(Buffer.concat(pieces).toString());
}

/** Sends a request without a body, with these header lines and `Connection: close` only. */
export const ask = (baseUrl: string, line: string, headers: readonly string[]): Promise<Answer> =>
  exchange(baseUrl, `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);

/** Parses the last answer of a connection. */
export function answerIn(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
  const body = rest.join('\r\n\r\n');
  const isJson = headers.get('content-type')?.includes('json') && body.startsWith('{');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(status)?.[1] ?? 0),
    headers,
    text: body,
    body: isJson ? JSON.parse(body) : null,
  };
}
