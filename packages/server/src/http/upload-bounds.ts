import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import { refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request brings a file, which may take its time. */
    takesFile?: boolean;
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

/** Gives up on a body that is not here after `ms`, unless it is a file: those have as long as the server gives any request. */
export function bodyDeadline(server: FastifyInstance, ms: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.routeOptions.config.takesFile) {
      const timer = setTimeout(() => {
        // It is here and nobody has read it: then it is this server that is slow, and it says so itself.
        if (raw.complete) return;
        raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        raw.socket.destroySoon();
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
