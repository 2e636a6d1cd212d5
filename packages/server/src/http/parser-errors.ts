import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '@parley/protocol';
import type { Casing } from './errors.ts';
import { refuseOnSocket } from './raw-answer.ts';

/** What Node says of a request that it could not read. */
export interface ParserError extends Error {
  readonly code?: string;
  /** What it had read of the connection when it gave up. */
  readonly rawPacket?: unknown;
}

/**
 * Answers what Node's own parser gives up on, which no route ever sees, in the form that all refusals have. Where an answer is on
 * its way already, another one would run into it: then the connection just ends.
 */
export function answerParserErrors(headers: Readonly<Record<string, string>>) {
  const answered = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    // What comes in after the answer is no request either.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunAnswer(socket)) return void socket.destroy();
    refuseOnSocket(socket, { code: codeOf(error), requestId: randomUUID(), casing: casingOf(error), headers });
  };
}

function codeOf({ code }: ParserError): RefusalCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'payload_too_large';
  return 'malformed_request';
}

/** As far as it can be told: of a request that is cut short, the first line may have come earlier. */
function casingOf({ rawPacket }: ParserError): Casing {
  const begin = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 32) : '';
  return /^[A-Z]+ \/hooks\//.test(begin) ? 'snake' : 'camel';
}

/** Node keeps the answer under way on its connection and decides the same by it. */
function hasBegunAnswer(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;
}
