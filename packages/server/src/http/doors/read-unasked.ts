import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import { Refused } from '../../platform/routing/refusal.ts';

/**
 * Reads the body of a GET or HEAD, which Fastify does not read, so that it can be refused or verified like any other.
 */
export function readUnaskedBodies(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const isBodyless = request.method === 'GET' || request.method === 'HEAD';
    if (!isBodyless || !hasBody(request)) return done();
    readBytes(request).then((bytes) => {
      request.body = bytes;
      done();
    }, done);
  });
}

/** Returns whether the headers announce a body. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readBytes({ raw }: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    raw.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limits.jsonBodyBytes) return void pieces.push(piece);
      raw.removeAllListeners('data').pause();
      reject(new Refused({ code: 'payload_too_large' }));
    });
    raw.once('end', () => resolve(Buffer.concat(pieces)));
    raw.once('error', reject);
  });
}
