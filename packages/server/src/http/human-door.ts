import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import type { App } from '../app.ts';
import { uploadFolder } from '../assets/open-store.ts';
import { nameKey } from '../idempotency/idempotency.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../refusal.ts';
import type { Caller, HumanCall, HumanRoute } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { createSessionReader } from '../users/read-session.ts';
import { sendAnswer } from './answer.ts';
import { isCrossSite } from './cross-site.ts';
import { answerError } from './errors.ts';
import type { OpenStreams } from './open-streams.ts';
import { originOf } from './origin.ts';
import { readBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { readQuery } from './read-query.ts';
import { sessionCookie } from './session-cookie.ts';
import { refuseHugeUpload } from './upload-bounds.ts';

/** The door of people: who they are is a session cookie, and a request from another site does not pass. */
export async function humanDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly HumanRoute[],
  streams: OpenStreams,
): Promise<void> {
  const cookie = sessionCookie(app.config);
  const sessions = createSessionReader(app);
  const rates = app.config.rateLimits;
  const perSession = rates ? tokenBucket(rates.session, app.clock) : null;
  const throttles = {
    signIn: rates ? tokenBucket(rates.signIn, app.clock) : null,
    signUp: rates ? tokenBucket(rates.signUp, app.clock) : null,
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

  const open = (scope: FastifyInstance, route: HumanRoute): void => {
    const callers = new WeakMap<FastifyRequest, Caller | null>();
    scope.route({
      method: route.method,
      url: route.path,
      ...(route.takes ? { config: { takesFile: true } } : {}),
      onRequest: async (request) => {
        callers.set(request, await admit(request, route));
        if (route.takes) refuseHugeUpload(request);
        if (route.throttle) pass(throttles[route.throttle], `address ${request.ip}`);
      },
      handler: async (request, reply) => {
        const call = readCall(app, route, request, callers.get(request) ?? null) as HumanCall<unknown>;
        const answer = route.takes ? await withFile(app, route, request, call) : await route.handle(call);
        if ('sessionToken' in answer && answer.sessionToken !== undefined) cookie.write(reply, answer.sessionToken);
        return sendAnswer(reply, answer, streams);
      },
    });
  };
  for (const route of routes) if (!route.takes) open(server, route);
  await server.register(async (scope) => {
    await formBodies(scope);
    for (const route of routes) if (route.takes) open(scope, route);
  });
}

/** Here bodies are forms, read as they come in; whatever else is sent is left unread, for the route to refuse. */
async function formBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(multipart, { limits: { fileSize: limits.uploadBytes }, throwFileSizeLimit: false });
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
}

/** Handles a call that brings a file; what the handler does not keep of it is removed. */
async function withFile(app: App, route: HumanRoute, request: FastifyRequest, call: HumanCall<unknown>) {
  const file = await readUpload(request, uploadFolder(app.config));
  try {
    return await route.handle({ ...call, file });
  } finally {
    await rm(file.path, { force: true });
  }
}

function readCall(app: App, route: HumanRoute, request: FastifyRequest, caller: Caller | null) {
  const bytes = request.body as Buffer | undefined;
  const body = route.body ? readBody(bytes, route.body) : undefined;
  const path = request.url.split('?', 1)[0] as string;
  const key = route.idempotency ? readKey(request.headers['idempotency-key'], route.idempotency === 'required') : null;
  return {
    params: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    key: key === null ? null : nameKey({ caller: caller?.userId ?? '', method: route.method, path, body: bytes }, key),
    address: request.ip,
    trace: request.trace,
    headers: request.headers,
    origin: originOf(request, app.config),
    caller,
  };
}
