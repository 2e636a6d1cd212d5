import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../chat/conversations/app.ts';
import { refuseScim } from '../../organisation/scim/scim-error.ts';
import type { ScimAnswer, ScimCall, ScimRoute } from '../../organisation/scim/scim-route.ts';
import { Refused, refuse } from '../../platform/routing/refusal.ts';
import { pass, tokenBucket } from '../../platform/routing/token-bucket.ts';
import { addressGroup } from '../limits/address-group.ts';
import { actOfScim } from './act-of.ts';
import { readBearer } from './bearer.ts';
import { fastifyPath } from './fastify-path.ts';
import { methodsOf } from './methods-of.ts';
import { originOf } from './origin.ts';
import { answerScimError, scimType } from './scim-errors.ts';
import { parseStrictJson } from './strict-json.ts';

const prefix = '/scim/v2';
const bodyBytes = 64 * 1024;

/**
 * Registers the routes of a directory. The token of `PARLEY_SCIM_TOKEN` authenticates each request, before its body is
 * read; nothing else does, neither a session nor another token. Without that setting there is no such door.
 */
export async function scimDoor(server: FastifyInstance, app: App, routes: readonly ScimRoute[]): Promise<void> {
  const { scimToken } = app.config;
  if (scimToken === null) return;
  const authenticate = createAuthentication(app, scimToken);
  server.setErrorHandler(answerScimError);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', async (request) => authenticate(request));
  for (const { method, path, handle } of routes) {
    server.route({
      method: methodsOf({ method }),
      url: fastifyPath(`${prefix}${path}`),
      bodyLimit: bodyBytes,
      handler: async (request, reply) => sendAnswer(request, reply, await handle(readCall(request, app))),
    });
  }
  server.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${prefix}/*`,
    bodyLimit: bodyBytes,
    handler: () => refuseScim(404, null, 'There is no such resource.'),
  });
}

/**
 * Creates the check of the token. It takes the same time for every wrong token; wrong ones are limited by the address
 * that they come from and audited, as sign-ins are, and right ones are limited by the rate of a credential.
 */
function createAuthentication({ config, clock, audit }: Pick<App, 'config' | 'clock' | 'audit'>, token: string) {
  const rates = config.rateLimits;
  const ofAddress = rates && tokenBucket(rates.signInAddress, clock);
  const ofDirectory = rates && tokenBucket(rates.credential, clock);
  const expected = hash('sha256', token, 'buffer');
  return async (request: FastifyRequest): Promise<void> => {
    const bearer = readBearer(request);
    const given = hash('sha256', bearer ?? '', 'buffer');
    if (timingSafeEqual(given, expected)) return pass(ofDirectory, 'scim');
    pass(ofAddress, addressGroup(request.ip));
    if (bearer !== null) await audit.refused(actOfScim(request), 'session.refused', null);
    refuse('unauthenticated');
  };
}

function readCall(request: FastifyRequest, app: App): ScimCall {
  const { id } = request.params as { id?: string };
  const query = request.query as Readonly<Record<string, unknown>>;
  return {
    id,
    query: (name) => {
      const value = Object.hasOwn(query, name) ? query[name] : undefined;
      if (value === undefined) return null;
      return typeof value === 'string' ? value : refuseScim(400, 'invalidValue', `${name} is there twice.`);
    },
    body: readBody(request),
    act: actOfScim(request),
    base: `${originOf(request, app.config)}${prefix}`,
  };
}

function readBody({ body, headers }: FastifyRequest): unknown {
  const bytes = body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  if (!/^application\/(scim\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '')) refuse('unsupported_media_type');
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) throw new Refused(parsed.refusal);
  return parsed.value;
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, location }: ScimAnswer,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (location !== undefined) reply.header('location', location);
  if (body === undefined) return reply.send();
  return reply.header('content-type', scimType(request)).send(JSON.stringify(body));
}
