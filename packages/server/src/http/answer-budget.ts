import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import { Refused } from '../routing/refusal.ts';
import { onConnectionClosed } from './on-connection-closed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is counted for what the answer holds in memory, once a door knows; null before that and where no door is. */
    callerId: string | null;
    /** Whether the caller’s answers hold so much that another would be thrown away, however small. */
    holdsTooMuch(): boolean;
  }
}

export interface AnswerBudget {
  /** Bytes that all answers under way may hold in memory. */
  readonly most: number;
  /** Bytes that those to one caller may. */
  readonly mostOfOneCaller: number;
  /** Whether many callers share an address, so that the bound of one does not hold for it. */
  readonly isShared: (address: string) => boolean;
}

/** What a stream holds on its way from a file to the connection. */
const streamBytes = 64 * 1024;

/** They are small, and whoever asks decides by them whether to end the server. */
const exempt = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Bounds what answers hold in memory until their readers have taken them. Nobody's may hold more than is left then for all others: so
 * many at once leave some of it free, and who holds nothing yet gets an answer. One that would go beyond is thrown away where asking
 * again does no harm. Beyond the bound of all, which only the others can reach, whatever comes is refused before anything is done.
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
    // To whom is gone already nothing is held, and nobody would say when it is let go of.
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

/** What was said of the answer that was thrown away. */
const ofTheAnswer = ['content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag', 'set-cookie'];

function tooMuch(): Refused {
  return new Refused({ code: 'overloaded', message: 'Too many answers wait for their readers.' });
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.length;
  return payload instanceof Readable ? streamBytes : 0;
}

/** Nothing was done for it but reading, and it is no refusal, which would only be refused again. */
function mayBeThrownAway({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return method === 'GET' && statusCode < 400 && !exempt.has(routeOptions.url ?? '');
}

/** Calls back once the operating system has the answer, or nobody is there to take it. */
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
