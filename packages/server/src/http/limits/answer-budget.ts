import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { onConnectionClosed } from './on-connection-closed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id under which a caller's answers are counted; null before authentication and on routes without it. */
    callerId: string | null;
    /** Returns whether the caller's answers hold so much memory that any further answer would be dropped. */
    holdsTooMuch(): boolean;
  }
}

export interface AnswerBudget {
  /** Limit of bytes that all answers in progress may hold in memory. */
  readonly most: number;
  /** Limit of bytes for the answers to one caller. */
  readonly mostOfOneCaller: number;
  /** Returns whether many callers share an address; the limit per caller does not apply to it. */
  readonly isShared: (address: string) => boolean;
}

/** Memory of a stream on its way from a file to the connection. */
const streamBytes = 64 * 1024;

/** Exempt from the limit: the answers are small, and orchestrators restart the server if they fail. */
const exempt = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Limits the memory that answers hold until their readers have received them. One caller may not hold more than what
 * then remains for all others, so a caller that holds nothing still gets an answer. Beyond that, the answer to a GET is
 * dropped and refused with `overloaded`; beyond the total limit, every request is refused before any work.
 */
export function boundAnswers(server: FastifyInstance, { most, mostOfOneCaller, isShared }: AnswerBudget): void {
  const byCaller = new Map<string, number>();
  let total = 0;
  const add = (caller: string | null, bytes: number) => {
    total += bytes;
    if (caller === null) return;
    const held = (byCaller.get(caller) ?? 0) + bytes;
    if (held === 0) byCaller.delete(caller);
    else byCaller.set(caller, held);
  };
  const callerOf = ({ callerId, ip }: FastifyRequest): string | null =>
    callerId ?? (isShared(ip) ? null : addressGroup(ip));

  const share = () => Math.min(mostOfOneCaller, most - total);

  server.decorateRequest('callerId', null);
  server.decorateRequest('holdsTooMuch', function (this: FastifyRequest) {
    const caller = callerOf(this);
    return caller !== null && (byCaller.get(caller) ?? 0) >= share();
  });
  server.addHook('onRequest', (request, _reply, done) => {
    done(total >= most && !exempt.has(request.routeOptions.url ?? '') ? tooMuch() : undefined);
  });
  server.addHook('onSend', (request, reply, payload: unknown, done) => {
    const bytes = request.method === 'HEAD' ? 0 : bytesOf(payload);
    // A closed connection receives nothing and emits no event that would release the count.
    if (bytes === 0 || request.raw.socket.destroyed) return done(null, payload);
    const caller = callerOf(request);
    const held = (caller === null ? 0 : (byCaller.get(caller) ?? 0)) + bytes;
    const isBeyond = held > Math.min(mostOfOneCaller, most - total - bytes);
    if (isBeyond && mayBeThrownAway(request, reply)) {
      if (payload instanceof Readable) payload.destroy();
      for (const name of ofTheAnswer) reply.removeHeader(name);
      return done(tooMuch());
    }
    add(caller, bytes);
    onceTaken(request, reply, () => add(caller, -bytes));
    done(null, payload);
  });
}

/** Headers of the dropped answer. */
const ofTheAnswer = ['content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag', 'set-cookie'];

function tooMuch(): Refused {
  return new Refused({ code: 'overloaded', message: 'Too many answers wait for their readers.' });
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.length;
  return payload instanceof Readable ? streamBytes : 0;
}

/**
 * Returns whether an answer may be dropped: the request only read, and the answer is no refusal, which would be refused
 * again.
 */
function mayBeThrownAway({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return method === 'GET' && statusCode < 400 && !exempt.has(routeOptions.url ?? '');
}

/** Calls back when the operating system has the answer, or the connection is closed. */
function onceTaken({ raw }: FastifyRequest, reply: FastifyReply, taken: () => void): void {
  let isTaken = false;
  const end = () => {
    if (isTaken) return;
    isTaken = true;
    forget();
    taken();
  };
  const forget = onConnectionClosed(raw.socket, end);
  reply.raw.once('close', end);
}
