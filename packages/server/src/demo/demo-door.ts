import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../chat/conversations/app.ts';
import { isCrossSite } from '../http/doors/cross-site.ts';
import { answerError } from '../http/errors.ts';
import { sessionCookie } from '../http/doors/session-cookie.ts';
import { createCallerReader } from '../accounts/users/read-caller.ts';
import { isForwarded } from '../platform/routing/config-for-request.ts';
import { Refused } from '../platform/routing/refusal.ts';
import { isLoopback } from '../platform/settings/loopback.ts';
import { demoSignIn, type DemoWay } from './demo-sign-in.ts';

/**
 * Registers `/demo`, by which the page of sign-in leads to the demo without the printed link. It is open only on a server
 * that this machine alone reaches: elsewhere the link is the secret that keeps strangers out. GET says whether it is
 * open to this browser, and POST signs in. It never replaces the session of another person.
 */
export function demoDoor(app: App, server: FastifyInstance): { openFor(demo: DemoWay): void } {
  const cookie = sessionCookie(app.config);
  const callers = createCallerReader(app);
  const enter = demoSignIn(app);
  let demo: DemoWay | null = null;

  const wayFor = async (request: FastifyRequest): Promise<DemoWay | null> => {
    if (demo === null || !app.config.isOwnMachine || isForwarded(request.headers)) return null;
    if (!isLoopback(request.socket.remoteAddress ?? '') || !isLoopback(request.hostname)) return null;
    const secret = cookie.read(request);
    const present = secret === null ? null : await callers.read('session', secret);
    return present === null || present.userId === demo.user_id ? demo : null;
  };
  server.get('/demo', async (request, reply) => {
    const open = (await wayFor(request)) !== null;
    return reply.header('cache-control', 'no-store').send({ open });
  });
  server.post('/demo', async (request, reply) => {
    if (isCrossSite(request, app.config))
      return answerError(new Refused({ code: 'cross_site_request' }), request, reply, 'camel');
    const way = await wayFor(request);
    if (way === null) return answerError(new Refused({ code: 'not_found' }), request, reply, 'camel');
    await enter(request, reply, way);
    return reply.header('cache-control', 'no-store').code(204).send();
  });
  return {
    openFor(opened) {
      demo = opened;
    },
  };
}
