import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '@parley/protocol';
import type { Casing } from './errors.ts';
import { refuseOnSocket } from './raw-answer.ts';

/** Node's error for a request that it could not parse. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The bytes of the connection that it had read. */
  readonly rawPacket?: unknown;
}

/**
 * Answers requests that Node's parser rejects, which no route sees, in the form of all refusals. If an answer is
 * already being sent, only ends the connection.
 */
export function answerParserErrors(headers: Readonly<Record<string, string>>) {
  const answered = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    // Bytes after the answer are not a request either.
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

/** Guesses the casing. If the request was cut, its first line may be missing here. */
function casingOf({ rawPacket }: ParserError): Casing {
  const begin = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 32) : '';
  return /^[A-Z]+ \/hooks\//.test(begin) ? 'snake' : 'camel';
}

/** Node keeps the current answer in this property and uses it for the same decision. */
function hasBegunAnswer(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;
}
