import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@parley/protocol';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { answerError } from '../http/errors.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import { Refused } from '../refusal.ts';
import { startSession } from '../users/start-session.ts';

/** The link that signs the demo's person in. Its token is new at each start. */
export function demoLink(app: App, server: FastifyInstance): { readonly path: string; openFor(userId: UserId): void } {
  const token = randomBytes(24).toString('base64url');
  const cookie = sessionCookie(app.config);
  let demoUserId: UserId | null = null;
  server.get<{ Params: { token: string } }>('/demo/:token', async (request, reply) => {
    const given = Buffer.from(request.params.token);
    const fits = given.length === token.length && timingSafeEqual(given, Buffer.from(token));
    if (!fits || demoUserId === null) return answerError(new Refused({ code: 'not_found' }), request, reply, 'camel');
    cookie.write(reply, await startSession(app.storage.db, demoUserId, app.clock.now()));
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
  return {
    path: `/demo/${token}`,
    openFor(userId) {
      demoUserId = userId;
    },
  };
}
