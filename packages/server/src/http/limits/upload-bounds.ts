import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import { refuse } from '../../platform/routing/refusal.ts';
import { casingOf } from '../errors.ts';
import { hasBody } from '../doors/read-unasked.ts';
import { refuseOnSocket } from '../raw-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request carries a file, so its body may take longer. */
    takesFile?: boolean;
    /** The sender is authenticated only after the whole file has arrived. */
    isUnproven?: boolean;
  }
}

/**
 * Room for the form around the file. A body that is only slightly too large is read to its end, so that the sender gets
 * the refusal.
 */
const slackBytes = 1024 * 1024;

/** Refuses a body with an announced length far above the limit, before reading any of it. */
export function refuseHugeUpload(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes + slackBytes) refuseLargeFile();
}

export function refuseLargeFile(): never {
  refuse('payload_too_large', { message: 'The file is larger than 25 MiB.' });
}

export interface BodyDeadline {
  /** Time for a body in milliseconds. */
  readonly ms: number;
  /** Minimum rate for a file of an unauthenticated sender, in bytes per second beyond the time above. */
  readonly bytesPerSecond: number;
  /** Headers of the refusal beside those of every refusal. */
  readonly headers: Readonly<Record<string, string>>;
}

const lookEveryMs = 1000;

/**
 * Refuses a body that does not arrive in time. A file of an authenticated sender has the time of any request. An
 * unauthenticated sender must keep a minimum rate, so that no one holds a connection open by sending a byte now and
 * then.
 */
export function bodyDeadline(server: FastifyInstance, { ms, bytesPerSecond, headers }: BodyDeadline): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { takesFile, isUnproven } = request.routeOptions.config;
    if (hasBody(request) && (!takesFile || isUnproven)) {
      // The body has arrived but was not read: this server is slow, and reports that itself.
      const end = () => request.raw.complete || giveUp(request, reply, headers);
      const stop = isUnproven ? watchPace(request, { ms, bytesPerSecond, end }) : watchTime(ms, end);
      request.raw.once('close', stop);
    }
    done();
  });
}

function watchTime(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms);
  return () => clearTimeout(timer);
}

function watchPace(
  { raw }: FastifyRequest,
  { ms, bytesPerSecond, end }: Pick<BodyDeadline, 'ms' | 'bytesPerSecond'> & { readonly end: () => void },
): () => void {
  const before = raw.socket.bytesRead;
  let lookedMs = 0;
  const timer = setInterval(() => {
    lookedMs += lookEveryMs;
    const mayTakeMs = ms + ((raw.socket.bytesRead - before) / bytesPerSecond) * 1000;
    if (raw.complete || lookedMs < mayTakeMs) return;
    clearInterval(timer);
    end();
  }, lookEveryMs);
  return () => clearInterval(timer);
}

function giveUp(request: FastifyRequest, reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  const { socket } = request.raw;
  if (reply.raw.headersSent) return void socket.destroy();
  refuseOnSocket(socket, { code: 'request_timeout', requestId: request.id, casing: casingOf(request), headers });
}
