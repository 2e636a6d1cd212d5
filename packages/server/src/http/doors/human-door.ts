import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { callerHeader, limits, type HumanRow } from '@parley/protocol';
import { addressGroup } from '../limits/address-group.ts';
import type { App } from '../../chat/conversations/app.ts';
import { uploadFolder } from '../../accounts/assets/open-store.ts';
import { nameKey } from '../../platform/idempotency/idempotency.ts';
import type { IdempotencyKey } from '../../platform/routing/stored-answer.ts';
import { readKey } from '../../platform/idempotency/read-key.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { ProofKind } from '../../platform/routing/proof.ts';
import type { Caller, Confirm, HumanRoute } from '../../platform/routing/route.ts';
import { pass, tokenBucket, type TokenBucket } from '../../platform/routing/token-bucket.ts';
import { requireFresh } from '../../accounts/users/fresh-session.ts';
import { createCallerReader } from '../../accounts/users/read-caller.ts';
import type { SignInThrottle } from '../../accounts/users/sign-in-throttle.ts';
import { isProvenBy } from '../../organisation/passkeys/prove-passkey.ts';
import { requireAdmin } from '../../organisation/roles/require-admin.ts';
import { isSpecial, sendAnswer } from './answer.ts';
import { actOf } from './act-of.ts';
import { answerKeyed, findEarlier } from './answer-keyed.ts';
import { isToken, readBearer } from './bearer.ts';
import { isCrossSite } from './cross-site.ts';
import { decodedPath } from './decoded-path.ts';
import { doorErrors } from './door-errors.ts';
import { needsFresh, passkeyOf, passwordOf } from './fresh-body.ts';
import { methodsOf } from './methods-of.ts';
import { once } from './once.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { originOf } from './origin.ts';
import { readRowBody } from './read-body.ts';
import { inTurn, type ReadTurns } from '../limits/read-turns.ts';
import { readUpload } from './read-upload.ts';
import { readQuery } from './read-query.ts';
import { readUnaskedBodies } from './read-unasked.ts';
import { fastifyPath } from './fastify-path.ts';
import { sessionCookie } from './session-cookie.ts';
import { refuseHugeUpload } from '../limits/upload-bounds.ts';

/**
 * Registers the routes of people. A session cookie (refused if the request comes from another site) or a token
 * authenticates each request.
 */
export async function humanDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly HumanRoute[],
  streams: OpenStreams,
  turns: ReadTurns,
  throttle: SignInThrottle,
): Promise<void> {
  const cookie = sessionCookie(app.config);
  const admit = createAdmission(app, cookie);
  const throttles = throttlesOf(app);

  const authorizeBody = bodyGuard(app, throttles.signIn, throttle);

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
      // The body of a too large request is not read, but it certainly differs from any stored one.
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Fastify waits for it, as its types do not say.
      errorHandler: async (error, request, reply) => {
        const { caller, confirm } = callers.get(request) ?? nobody;
        const key = asksTooMuch(error) ? readRequestKey(row, request, caller) : null;
        const checked = await check(app, confirm, key).catch((refused: unknown) => refused);
        return answerError(checked ?? error, request, reply);
      },
      handler: async (request, reply) => {
        const { caller, confirm } = callers.get(request) ?? nobody;
        const key = readRequestKey(row, request, caller);
        const handle = () =>
          answerKeyed(app, key, () =>
            confirmed(confirm, async () => {
              const call = readCall(app, { row, request, caller, confirm, key });
              await authorizeBody(request, row, caller, call.body);
              return row.takes ? withFile(app, route, request, call) : route.handle(call);
            }),
          );
        const answer = await inTurn(turns, request, row, handle);
        if (isSpecial(answer) && 'sessionToken' in answer) {
          if (answer.sessionToken !== undefined) cookie.write(reply, answer.sessionToken);
          cookie.writeAlso(reply, answer.cookies ?? []);
        }
        return sendAnswer(reply, row, answer, streams);
      },
    });
  };
  // Bodies of all types stay bytes, so that a used key is found before the type is checked.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  readUnaskedBodies(server);
  for (const route of routes) if (!route.row.takes) open(server, route);
  await server.register(async (scope) => {
    await formBodies(scope);
    for (const route of routes) if (route.row.takes) open(scope, route);
  });
}

/** The limits of what strangers may try, by group of addresses. */
function throttlesOf({ config, clock }: Pick<App, 'config' | 'clock'>) {
  const rates = config.rateLimits;
  return {
    signIn: rates ? tokenBucket(rates.signInAddress, clock) : null,
    signUp: rates ? tokenBucket(rates.signUp, clock) : null,
  };
}

/** Creates the check of what a body needs and its caller may not have: a session, or a fresh one. */
function bodyGuard(app: App, ofAddress: TokenBucket | null, throttle: SignInThrottle) {
  return async (request: FastifyRequest, row: HumanRow, caller: Caller | null, body: unknown): Promise<void> => {
    if (caller === null) return;
    const isOfToken = caller.proof.kind === 'token';
    if (isOfToken && row.tokenBody && !row.tokenBody.safeParse(body).success) refuse('session_required');
    if (!needsFresh(row, body)) return;
    const group = addressGroup(request.ip);
    const passkey = passkeyOf(body);
    const byPasskey = passkey ? () => isProvenBy(app, caller.userId, originOf(request, app.config), passkey) : null;
    await requireFresh(
      app,
      caller,
      { password: passwordOf(body), byPasskey },
      () => {
        pass(ofAddress, group);
        throttle(caller.handle, group);
      },
      actOf(request, caller),
    );
  };
}

/**
 * Creates the admission check: refuses requests from another site, without a required session, or over the rate limit.
 */
function createAdmission(app: App, cookie: ReturnType<typeof sessionCookie>) {
  const callers = createCallerReader(app);
  const rates = app.config.rateLimits;
  const perPerson = rates ? tokenBucket(rates.session, app.clock) : null;
  const proofOf = (request: FastifyRequest): [ProofKind, string] | null => {
    const bearer = readBearer(request);
    if (bearer === null) {
      const session = cookie.read(request);
      return session === null ? null : ['session', session];
    }
    if (cookie.isSent(request)) refuse('malformed_request', { message: 'Send a session cookie or a token, not both.' });
    return isToken(bearer) ? ['token', bearer] : null;
  };
  return async (request: FastifyRequest, { row, recalls }: HumanRoute): Promise<Admitted> => {
    const { session, tokens, admin } = row;
    const proof = proofOf(request);
    const recalled = recalls && proof ? callers.recall(...proof) : null;
    const caller = recalled ?? (proof && (await callers.read(...proof)));
    if (caller === null && session === 'required') refuse('unauthenticated');
    const confirm = recalled && once(async () => (await callers.confirm(recalled)) ?? refuse('unauthenticated'));
    return confirmed(confirm, async () => {
      if (session === 'required' && caller !== null) refuseForOther(request, caller);
      if (readBearer(request) === null && isCrossSite(request, app.config)) refuse('cross_site_request');
      if (tokens === 'refused' && session === 'open' && readBearer(request) !== null) refuse('session_required');
      if (caller !== null) {
        request.callerId = caller.userId;
        pass(perPerson, caller.userId);
        if (tokens === 'refused' && caller.proof.kind === 'token') refuse('session_required');
        if (admin) await requireAdmin(app, caller, admin);
      }
      return { caller, confirm };
    });
  };
}

/**
 * Refuses a call from a page or program that was opened as another person than the session's. A header sent twice
 * arrives as both values with a comma, which matches no id.
 */
function refuseForOther({ headers }: FastifyRequest, { userId }: Caller): void {
  const meant = headers[callerHeader];
  if (meant !== undefined && meant !== userId) refuse('other_session');
}

/** The result of the admission. */
interface Admitted {
  readonly caller: Caller | null;
  /** Set if the caller comes from the session cache. */
  readonly confirm: Confirm | null;
}

const nobody: Admitted = { caller: null, confirm: null };

/**
 * Confirms a cached caller before an error is passed on, because an ended session must not learn of a failure or an
 * earlier answer.
 */
async function confirmed<T>(confirm: Confirm | null, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    await confirm?.();
    throw error;
  }
}

/**
 * Returns what takes precedence over a request's failure: the refusal of an ended session (thrown), or the earlier
 * answer of its key.
 */
async function check(app: App, confirm: Confirm | null, key: IdempotencyKey | null): Promise<unknown> {
  await confirm?.();
  return key && findEarlier(app, key);
}

/** Bodies here are multipart forms, read while they arrive. Other bodies are left unread; the route refuses them. */
async function formBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(multipart, { limits: { fileSize: limits.uploadBytes }, throwFileSizeLimit: false });
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
}

/** Handles a call with a file, and deletes the file unless the handler moved it. */
async function withFile(app: App, route: HumanRoute, request: FastifyRequest, call: HumanDoorCall) {
  const file = await app.disk.writing(() => readUpload(request, uploadFolder(app.config)));
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

/** Returns the request's idempotency key if its route takes one. Runs before the body is validated. */
function readRequestKey(row: HumanRow, request: FastifyRequest, caller: Caller | null): IdempotencyKey | null {
  const key = row.idempotency ? readKey(request.headers['idempotency-key'], row.idempotency === 'required') : null;
  if (key === null) return null;
  const path = decodedPath(row.path, request.params);
  const body = request.body as Buffer | undefined;
  return nameKey({ caller: caller?.userId ?? '', method: row.method, path, body }, key);
}

function readCall(app: App, { row, request, caller, confirm, key }: Known): HumanDoorCall {
  const body = row.takes ? undefined : readRowBody(row, request, request.body as Buffer | undefined);
  const act = actOf(request, caller);
  return {
    params: request.params,
    query: readQuery(request, row.query),
    body,
    key,
    addressGroup: act.addressGroup,
    act,
    trace: request.trace,
    headers: request.headers,
    isHead: request.method === 'HEAD',
    origin: originOf(request, app.config),
    refuse,
    caller,
    confirm,
  };
}
