import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../../platform/routing/refusal.ts';

/** Refuses encoded request bodies on every route. */
export function refuseEncodedBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || /^\s*identity\s*$/i.test(encoding)) return done();
    done(new Refused({ code: 'unsupported_media_type', message: 'Bodies are sent without a Content-Encoding.' }));
  });
}

/** Returns the scheme of a request. A trusted proxy's `X-Forwarded-Proto` counts if it is `http` or `https`. */
export function schemeOf(request: Pick<FastifyRequest, 'protocol' | 'socket'>): 'http' | 'https' {
  const said = request.protocol.trim().toLowerCase();
  if (said === 'http' || said === 'https') return said;
  return 'encrypted' in request.socket && request.socket.encrypted === true ? 'https' : 'http';
}
