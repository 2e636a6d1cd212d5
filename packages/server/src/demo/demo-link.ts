import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isId } from '@parley/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../chat/conversations/app.ts';
import { isCrossSite } from '../http/doors/cross-site.ts';
import { answerError } from '../http/errors.ts';
import { sessionCookie } from '../http/doors/session-cookie.ts';
import { Refused } from '../platform/routing/refusal.ts';
import { createCallerReader } from '../accounts/users/read-caller.ts';
import { askFirst } from './ask-first.ts';
import { demoSignIn, type DemoWay } from './demo-sign-in.ts';

/**
 * Lifetime of the link: long enough to return to the terminal, short enough that a link in a log or a chat soon opens
 * nothing.
 */
const linkMs = 60 * 60_000;

interface Way {
  Params: { token: string };
  /** The conversation that the editor for blocks shows beside it, if the link leads there. */
  Querystring: { playground?: unknown };
}

/**
 * Registers the link that signs in as the demo's person. It works for one hour after the start, with a new token at
 * each start. If another person is signed in, the link asks first: following a link must not replace their session.
 */
export function demoLink(app: App, server: FastifyInstance): { readonly path: string; openFor(demo: DemoWay): void } {
  const token = randomBytes(24).toString('base64url');
  const cookie = sessionCookie(app.config);
  const enter = demoSignIn(app);
  const endsAt = app.clock.now() + linkMs;
  let demo: DemoWay | null = null;
  const callers = createCallerReader(app);
  const refusalFor = (given: string): Refused | null => {
    const bytes = Buffer.from(given);
    const fits = bytes.length === token.length && timingSafeEqual(bytes, Buffer.from(token));
    if (!fits || demo === null) return new Refused({ code: 'not_found' });
    return app.clock.now() >= endsAt ? new Refused({ code: 'not_found', message: ended }) : null;
  };
  const signIn = async (request: FastifyRequest<Way>, reply: FastifyReply, way: DemoWay) => {
    await enter(request, reply, way);
    return reply.header('cache-control', 'no-store').redirect(placeOf(request.query), 303);
  };
  server.get<Way>('/demo/:token', async (request, reply) => {
    const refused = refusalFor(request.params.token);
    if (refused || !demo) return answerError(refused, request, reply, 'camel');
    // Link previews send HEAD, which must not sign anyone in.
    if (request.method !== 'GET') return reply.header('cache-control', 'no-store').redirect('/', 303);
    const secret = cookie.read(request);
    const present = secret === null ? null : await callers.read('session', secret);
    if (present && present.userId !== demo.user_id) return askFirst(reply, present, request.url);
    return signIn(request, reply, demo);
  });
  server.register(async (scope) => {
    // The form has no fields. Any body is ignored.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post<Way>('/demo/:token', async (request, reply) => {
      const refused = refusalFor(request.params.token);
      if (refused || !demo) return answerError(refused, request, reply, 'camel');
      if (isCrossSite(request, app.config)) {
        return answerError(new Refused({ code: 'cross_site_request' }), request, reply, 'camel');
      }
      return signIn(request, reply, demo);
    });
  });
  return {
    path: `/demo/${token}`,
    openFor(opened) {
      demo = opened;
    },
  };
}

function placeOf({ playground }: Way['Querystring']): string {
  return isId('conversation', playground) ? `/agents/playground?room=${playground}` : '/';
}

const ended = 'This link was good for an hour. The server prints a new one when it starts.';
