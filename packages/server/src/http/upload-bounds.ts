import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import { refuse } from '../routing/refusal.ts';
import { casingOf } from './errors.ts';
import { refuseOnSocket } from './raw-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request brings a file, which may take its time. */
    takesFile?: boolean;
    /** Who sends the file is known only once all of it is here. */
    isUnproven?: boolean;
  }
}

/** What a form needs around its file. A body that is a little too large is read to its end, so that its sender sees why. */
const slackBytes = 1024 * 1024;

/** Refuses a body whose announced length is far beyond what an upload may have, before any of it is read. */
export function refuseHugeUpload(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes + slackBytes) refuseLargeFile();
}

export function refuseLargeFile(): never {
  refuse('payload_too_large', { message: 'The file is larger than 25 MiB.' });
}

export interface BodyDeadline {
  /** How long a body may take. */
  readonly ms: number;
  /** A file of whoever is not known yet may take longer by as much as it would take at this pace. */
  readonly bytesPerSecond: number;
  /** What stands in the head of the refusal besides what every refusal has. */
  readonly headers: Readonly<Record<string, string>>;
}

const lookEveryMs = 1000;

/**
 * Gives up on a body that is not here in time. A file has as long as the server gives any request where it is known who sends it;
 * else it has to keep a pace, whatever else is right or wrong with it, so that nobody holds a connection by a byte now and then.
 */
export function bodyDeadline(server: FastifyInstance, { ms, bytesPerSecond, headers }: BodyDeadline): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { takesFile, isUnproven } = request.routeOptions.config;
    if (hasBody(request) && (!takesFile || isUnproven)) {
      // It is here and nobody has read it: then it is this server that is slow, and it says so itself.
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

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function giveUp(request: FastifyRequest, reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  const { socket } = request.raw;
  if (reply.raw.headersSent) return void socket.destroy();
  refuseOnSocket(socket, { code: 'request_timeout', requestId: request.id, casing: casingOf(request), headers });
}
