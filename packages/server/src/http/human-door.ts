import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../refusal.ts';
import type { Caller, HumanCall, HumanRoute } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { createSessionReader } from '../users/read-session.ts';
import { sendAnswer } from './answer.ts';
import { isCrossSite } from './cross-site.ts';
import { answerError } from './errors.ts';
import type { OpenStreams } from './open-streams.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { sessionCookie } from './session-cookie.ts';

/** The door of people: who they are is a session cookie, and a request from another site does not pass. */
export async function humanDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly HumanRoute[],
  streams: OpenStreams,
): Promise<void> {
  const cookie = sessionCookie(app.config);
  const sessions = createSessionReader(app);
  const limits = app.config.rateLimits;
  const perSession = limits ? tokenBucket(limits.session, app.clock) : null;
  const throttles = {
    signIn: limits ? tokenBucket(limits.signIn, app.clock) : null,
    signUp: limits ? tokenBucket(limits.signUp, app.clock) : null,
  };

  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'camel'));

  const admit = async (request: FastifyRequest, route: HumanRoute): Promise<Caller | null> => {
    if (isCrossSite(request, app.config)) refuse('cross_site_request');
    const token = cookie.read(request);
    const caller = token === null ? null : await sessions.read(token);
    if (caller === null && route.session === 'required') refuse('unauthenticated');
    if (caller !== null) pass(perSession, caller.sessionHash.toString('base64'));
    return caller;
  };

  for (const route of routes) {
    const callers = new WeakMap<FastifyRequest, Caller | null>();
    server.route({
      method: route.method,
      url: route.path,
      onRequest: async (request) => {
        callers.set(request, await admit(request, route));
        if (route.throttle) pass(throttles[route.throttle], `address ${request.ip}`);
      },
      handler: async (request, reply) => {
        const call = readCall(route, request, callers.get(request) ?? null);
        const answer = await route.handle(call as HumanCall<unknown>);
        if ('sessionToken' in answer && answer.sessionToken !== undefined) cookie.write(reply, answer.sessionToken);
        return sendAnswer(reply, answer, streams);
      },
    });
  }
}

function readCall(route: HumanRoute, request: FastifyRequest, caller: Caller | null) {
  const bytes = request.body as Buffer | undefined;
  const body = route.body ? readBody(bytes, route.body) : undefined;
  const path = request.url.split('?', 1)[0] as string;
  const key = route.idempotency
    ? readKey(request.headers['idempotency-key'], route.idempotency === 'required', {
        caller: caller?.userId ?? '',
        method: route.method,
        path,
        bodySha256: createHash('sha256')
          .update(bytes ?? '')
          .digest(),
      })
    : null;
  return {
    params: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    key,
    address: request.ip,
    caller,
  };
}
