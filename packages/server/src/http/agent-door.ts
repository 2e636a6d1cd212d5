import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseAuthorization, parseSignature, verify } from '@parley/protocol';
import { createGatekeeper, type Gatekeeper } from '../agents/admit.ts';
import type { App } from '../app.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../refusal.ts';
import type { AgentCaller, AgentRoute, Answer } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { sendAnswer } from './answer.ts';
import { answerError } from './errors.ts';
import type { OpenStreams } from './open-streams.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';

/** The door of agents: who they are is a signature over the raw bytes, checked before anything is read from them. */
export async function agentDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly AgentRoute[],
  streams: OpenStreams,
): Promise<void> {
  const gatekeeper = createGatekeeper(app);
  const rate = app.config.rateLimits?.credential;
  const perCredential = rate ? tokenBucket(rate, app.clock) : null;

  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'snake'));
  // Whatever its type, a body is bytes here: the signature is over them.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        const agent = await authenticate(app, gatekeeper, route, request, bytes);
        pass(perCredential, agent.credentialId);
        return sendAnswer(reply, await answerCall(route, request, agent, bytes), streams);
      },
    });
  }
}

async function answerCall(
  route: AgentRoute,
  request: FastifyRequest,
  agent: AgentCaller,
  bytes: Buffer,
): Promise<Answer> {
  const path = request.url.split('?', 1)[0] as string;
  const use = {
    caller: agent.agentId,
    method: route.method,
    path,
    bodySha256: createHash('sha256').update(bytes).digest(),
  };
  const named = route.idempotency
    ? readKey(request.headers['idempotency-key'], route.idempotency === 'required', use)
    : null;
  if (route.body && bytes.length > 0 && !isJson(request)) refuse('unsupported_media_type');
  const body = route.body ? readBody(bytes, route.body) : undefined;
  // Without a key, the signature is the key: the same signed bytes get the first answer again.
  const key = named
    ? { ...named, key: `key ${named.key}` }
    : route.replayProtected
      ? { ...use, key: signatureKey(request) }
      : null;
  return route.handle({
    agent,
    params: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    key,
    address: request.ip,
  });
}

/**
 * One refusal for whatever is wrong, after the same work: an unknown credential costs an HMAC too.
 */
async function authenticate(
  { clock }: App,
  gatekeeper: Gatekeeper,
  route: AgentRoute,
  request: FastifyRequest,
  bytes: Buffer,
): Promise<AgentCaller> {
  const header = single(request.headers['x-agent-signature']);
  const claimed = parseAuthorization(single(request.headers.authorization));
  const secret = claimed ? await gatekeeper.secretOf(claimed.credentialId) : null;
  const fits = verify(secret ?? decoySecret, header, bytes, clock.now() / 1000);
  const signature = parseSignature(header);
  if (!claimed || !secret || !fits || !signature) return refuse('unauthorized');
  const admitted = await gatekeeper.admit({
    ...claimed,
    mac: route.replayProtected ? Buffer.from(signature.hex, 'hex') : null,
    route: `${route.method} ${route.path}`,
    key: request.headers['idempotency-key'] === undefined ? null : single(request.headers['idempotency-key']),
  });
  return admitted ? claimed : refuse('unauthorized');
}

const decoySecret = createHash('sha256').update('no credential has this secret').digest();

function signatureKey(request: FastifyRequest): string {
  return `signature ${single(request.headers['x-agent-signature'])}`;
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\s*(?:;|$)/i.test(single(request.headers['content-type']));
}

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
