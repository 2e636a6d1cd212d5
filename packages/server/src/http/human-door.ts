import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { limits, type HumanRow } from '@parley/protocol';
import { addressGroup } from './address-group.ts';
import type { App } from '../conversations/app.ts';
import { uploadFolder } from '../assets/open-store.ts';
import { nameKey } from '../idempotency/idempotency.ts';
import type { IdempotencyKey } from '../routing/stored-answer.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../routing/refusal.ts';
import type { ProofKind } from '../routing/proof.ts';
import type { Caller, Confirm, HumanRoute } from '../routing/route.ts';
import { pass, tokenBucket } from '../routing/token-bucket.ts';
import { createCallerReader } from '../users/read-caller.ts';
import { isSpecial, sendAnswer } from './answer.ts';
import { audit, auditFailure } from './audit.ts';
import { answerKeyed, findEarlier } from './answer-keyed.ts';
import { isToken, readBearer } from './bearer.ts';
import { isCrossSite } from './cross-site.ts';
import { decodedPath } from './decoded-path.ts';
import { doorErrors } from './door-errors.ts';
import { isJson } from './media-type.ts';
import { methodsOf } from './methods-of.ts';
import { once } from './once.ts';
import type { OpenStreams } from './open-streams.ts';
import { originOf } from './origin.ts';
import { readBody } from './read-body.ts';
import { inTurn, type ReadTurns } from './read-turns.ts';
import { readUpload } from './read-upload.ts';
import { readQuery } from './read-query.ts';
import { fastifyPath } from './fastify-path.ts';
import { sessionCookie } from './session-cookie.ts';
import { refuseHugeUpload } from './upload-bounds.ts';

/** The door of people: who they are is a session cookie, with which no request from another site passes, or a token. */
export async function humanDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly HumanRoute[],
  streams: OpenStreams,
  turns: ReadTurns,
): Promise<void> {
  const cookie = sessionCookie(app.config);
  const admit = createAdmission(app, cookie);
  const rates = app.config.rateLimits;
  const throttles = {
    signIn: rates ? tokenBucket(rates.signInAddress, app.clock) : null,
    signUp: rates ? tokenBucket(rates.signUp, app.clock) : null,
  };

  const answerError = doorErrors(app, 'camel');
  server.setErrorHandler(answerError);

  const open = (scope: FastifyInstance, route: HumanRoute): void => {
    const { row } = route;
    const callers = new WeakMap<FastifyRequest, Admitted>();
    scope.route({
      method: methodsOf(row),
      url: fastifyPath(row.path),
      config: { row, ...(row.takes ? { takesFile: true } : {}) },
      onRequest: async (request) => {
        callers.set(request, await admit(request, route));
        if (row.takes) refuseHugeUpload(request);
        if (row.throttle) pass(throttles[row.throttle], addressGroup(request.ip));
      },
      // A body that is too large is not read, but it is another than any that a key was used with.
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Fastify waits for it, as its types do not say.
      errorHandler: async (error, request, reply) => {
        const { caller, confirm } = callers.get(request) ?? nobody;
        const key = asksTooMuch(error) ? readRequestKey(row, request, caller) : null;
        const judged = await judge(app, confirm, key).catch((refused: unknown) => refused);
        auditFailure(app.log, request.id, error);
        return answerError(judged ?? error, request, reply);
      },
      handler: async (request, reply) => {
        const { caller, confirm } = callers.get(request) ?? nobody;
        const key = readRequestKey(row, request, caller);
        let body: unknown;
        const handle = () =>
          answerKeyed(app, key, () =>
            confirmed(confirm, async () => {
              const call = readCall(app, { row, request, caller, confirm, key });
              body = call.body;
              return row.takes ? withFile(app, route, request, call) : route.handle(call);
            }),
          );
        const answer = await inTurn(turns, request, row, handle);
        audit(app.log, { row, requestId: request.id, caller, params: request.params, body }, answer);
        if (isSpecial(answer) && 'sessionToken' in answer) cookie.write(reply, answer.sessionToken);
        return sendAnswer(reply, row, answer, streams);
      },
    });
  };
  // Whatever its type, a body is bytes here, so that a used key is known by it before its type is judged.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const route of routes) if (!route.row.takes) open(server, route);
  await server.register(async (scope) => {
    await formBodies(scope);
    for (const route of routes) if (route.row.takes) open(scope, route);
  });
}

/** Who is calling; nobody is let in from another site, without the session that a route needs, or beyond their rate. */
function createAdmission(app: App, cookie: ReturnType<typeof sessionCookie>) {
  const callers = createCallerReader(app);
  const rates = app.config.rateLimits;
  const perPerson = rates ? tokenBucket(rates.session, app.clock) : null;
  const proofOf = (request: FastifyRequest): [ProofKind, string] | null => {
    const bearer = readBearer(request);
    if (bearer === null) {
      if (isCrossSite(request, app.config)) refuse('cross_site_request');
      const session = cookie.read(request);
      return session === null ? null : ['session', session];
    }
    if (cookie.isSent(request)) refuse('malformed_request', { message: 'Send a session cookie or a token, not both.' });
    return isToken(bearer) ? ['token', bearer] : null;
  };
  return async (request: FastifyRequest, { row: { session, tokens }, recalls }: HumanRoute): Promise<Admitted> => {
    const proof = proofOf(request);
    const recalled = recalls && proof ? callers.recall(...proof) : null;
    const caller = recalled ?? (proof && (await callers.read(...proof)));
    if (caller === null && session === 'required') refuse('unauthenticated');
    const confirm = recalled && once(async () => (await callers.confirm(recalled)) ?? refuse('unauthenticated'));
    return confirmed(confirm, async () => {
      if (caller !== null) {
        request.callerId = caller.userId;
        pass(perPerson, caller.userId);
        if (tokens === 'refused' && caller.proof.kind === 'token') refuse('session_required');
      }
      return { caller, confirm };
    });
  };
}

/** Who was let in. */
interface Admitted {
  readonly caller: Caller | null;
  /** There where they are only known from an earlier request. */
  readonly confirm: Confirm | null;
}

const nobody: Admitted = { caller: null, confirm: null };

/** Nobody learns of a failure, or of an earlier answer, by what has ended: who is calling is looked up before either is told. */
async function confirmed<T>(confirm: Confirm | null, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    await confirm?.();
    throw error;
  }
}

/** What comes before the failure of a request: that its caller's access has ended, or the earlier answer under its key. */
async function judge(app: App, confirm: Confirm | null, key: IdempotencyKey | null): Promise<unknown> {
  await confirm?.();
  return key && findEarlier(app, key);
}

/** Here bodies are forms, read as they come in; whatever else is sent is left unread, for the route to refuse. */
async function formBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(multipart, { limits: { fileSize: limits.uploadBytes }, throwFileSizeLimit: false });
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
}

/** Handles a call that brings a file; what the handler does not keep of it is removed. */
async function withFile(app: App, route: HumanRoute, request: FastifyRequest, call: HumanDoorCall) {
  const file = await readUpload(request, uploadFolder(app.config));
  try {
    return await route.handle({ ...call, file });
  } finally {
    await rm(file.path, { force: true });
  }
}

type HumanDoorCall = Parameters<HumanRoute['handle']>[0];

const asksTooMuch = (error: unknown) => (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE';

interface Known {
  readonly row: HumanRow;
  readonly request: FastifyRequest;
  readonly caller: Caller | null;
  readonly confirm: Confirm | null;
  readonly key: IdempotencyKey | null;
}

/** The key that the request brings, where its route takes one. It is read before anything of the body is judged. */
function readRequestKey(row: HumanRow, request: FastifyRequest, caller: Caller | null): IdempotencyKey | null {
  const key = row.idempotency ? readKey(request.headers['idempotency-key'], row.idempotency === 'required') : null;
  if (key === null) return null;
  const path = decodedPath(row.path, request.params);
  const body = request.body as Buffer | undefined;
  return nameKey({ caller: caller?.userId ?? '', method: row.method, path, body }, key);
}

function readCall(app: App, { row, request, caller, confirm, key }: Known): HumanDoorCall {
  const bytes = row.takes ? undefined : (request.body as Buffer | undefined);
  if (bytes && bytes.length > 0 && !isJson(request)) refuse('unsupported_media_type');
  const body = row.body ? readBody(bytes, row.body) : undefined;
  return {
    params: request.params,
    query: readQuery(request, row.query),
    body,
    key,
    addressGroup: addressGroup(request.ip),
    trace: request.trace,
    headers: request.headers,
    origin: originOf(request, app.config),
    refuse,
    caller,
    confirm,
  };
}
