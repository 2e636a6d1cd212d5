import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits, type AgentRow } from '@parley/protocol';
import { startVerifying, verify } from '@parley/protocol/signing';
import { createGuard } from '../../accounts/agents/admit.ts';
import type { App } from '../../chat/conversations/app.ts';
import { uploadFolder } from '../../accounts/assets/open-store.ts';
import { receiveFile } from '../../accounts/assets/receive-file.ts';
import { nameKey } from '../../platform/idempotency/idempotency.ts';
import type { IdempotencyKey } from '../../platform/routing/stored-answer.ts';
import { readKey } from '../../platform/idempotency/read-key.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { AgentCaller, AgentRoute } from '../../platform/routing/route.ts';
import { pass, tokenBucket } from '../../platform/routing/token-bucket.ts';
import { actOfAgent } from './act-of.ts';
import { sendAnswer } from './answer.ts';
import { answerKeyed } from './answer-keyed.ts';
import { admitIdentity, readIdentity } from './authenticate-agent.ts';
import { decodedPath } from './decoded-path.ts';
import { doorErrors } from './door-errors.ts';
import { methodsOf } from './methods-of.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { fastifyPath } from './fastify-path.ts';
import { originOf } from './origin.ts';
import { readRowBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { readUnaskedBodies } from './read-unasked.ts';
import { inTurn, type ReadTurns } from '../limits/read-turns.ts';
import { refuseHugeUpload, refuseLargeFile } from '../limits/upload-bounds.ts';

/**
 * Registers the routes of agents. A signature over the raw bytes authenticates each request, and is checked before
 * anything is parsed.
 */
export async function agentDoor(
  server: FastifyInstance,
  app: App,
  routes: readonly AgentRoute[],
  streams: OpenStreams,
  turns: ReadTurns,
): Promise<void> {
  const guard = createGuard(app);
  const perAgent = app.config.rateLimits && tokenBucket(app.config.rateLimits.credential, app.clock);

  server.setErrorHandler(doorErrors(app, 'snake'));
  bytesForBodies(server);

  const admitted = (request: FastifyRequest, { agentId }: AgentCaller) => {
    request.callerId = agentId;
    pass(perAgent, agentId);
  };
  const seconds = () => app.clock.now() / 1000;
  for (const { row, handle } of routes.filter((route) => !route.row.takes)) {
    server.route({
      method: methodsOf(row),
      url: fastifyPath(row.path),
      config: { row },
      handler: async (request, reply) => {
        const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        const identity = await readIdentity(guard, request);
        const fits = verify(identity.secret, identity.signature, bytes, seconds());
        const agent = await admitIdentity(guard, identity, fits, row, request);
        admitted(request, agent);
        const key = readRequestKey(row, request, agent, bytes);
        const answerIt = () =>
          answerKeyed(app, key, async () => handle(readCall(app, { row, request, agent, key }, bytes)));
        const answer = await inTurn(turns, request, row, answerIt);
        return sendAnswer(reply, row, answer, streams);
      },
    });
  }

  /** Verifies and writes a file while it arrives. Without a known credential, writes only the first bytes. */
  const answerUpload = async ({ row, handle }: AgentRoute, request: FastifyRequest): Promise<unknown> => {
    const identity = await readIdentity(guard, request);
    const check = startVerifying(identity.secret, identity.signature, seconds());
    const body = (request.body as Readable | undefined) ?? Readable.from([]);
    const terms = { keepMax: identity.isKnown ? limits.uploadBytes : limits.jsonBodyBytes, onPiece: check.update };
    const file = await app.disk.writing(() => receiveFile(uploadFolder(app.config), body, terms));
    try {
      const agent = await admitIdentity(guard, identity, check.fits(), row, request);
      admitted(request, agent);
      if (file.sizeBytes > limits.uploadBytes) refuseLargeFile();
      const call = readCall(app, { row, request, agent, key: null }, Buffer.alloc(0));
      const declaredType = request.headers['content-type'] ?? null;
      return await handle({ ...call, file: { ...file, filename: null, declaredType } });
    } finally {
      await rm(file.path, { force: true });
    }
  };
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of routes.filter(({ row }) => row.takes)) {
      scope.route({
        method: methodsOf(route.row),
        url: fastifyPath(route.row.path),
        config: { row: route.row, takesFile: true, isUnproven: true },
        onRequest: async (request) => refuseHugeUpload(request),
        handler: async (request, reply) => sendAnswer(reply, route.row, await answerUpload(route, request), streams),
      });
    }
  });
}

interface Known {
  readonly row: AgentRow;
  readonly request: FastifyRequest;
  readonly agent: AgentCaller;
  readonly key: IdempotencyKey | null;
}

/** Returns the request's idempotency key, or else its signature: the same signed bytes get the first answer again. */
function readRequestKey(row: AgentRow, request: FastifyRequest, agent: AgentCaller, body: Buffer) {
  const sent = row.idempotency ? readKey(request.headers['idempotency-key'], row.idempotency === 'required') : null;
  const key = sent !== null ? `key ${sent}` : row.replayProtected ? signatureKey(request) : null;
  const path = decodedPath(row.path, request.params);
  return key === null ? null : nameKey({ caller: agent.agentId, method: row.method, path, body }, key);
}

function readCall(app: App, { row, request, agent, key }: Known, bytes: Buffer): Parameters<AgentRoute['handle']>[0] {
  const body = row.takes ? undefined : readRowBody(row, request, bytes);
  const act = actOfAgent(request, agent);
  return {
    agent,
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
  };
}

/** Keeps bodies of all types as bytes, because the signature is over the bytes. */
function bytesForBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', plainMediaType);
  readUnaskedBodies(server);
}

/**
 * Replaces an invalid media type. Fastify would refuse it before the signature is checked; as plain bytes it is refused
 * after.
 */
async function plainMediaType({ raw }: FastifyRequest): Promise<void> {
  const type = raw.headers['content-type'];
  if (type !== undefined && !mediaType.test(type)) raw.headers['content-type'] = 'application/octet-stream';
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

function signatureKey(request: FastifyRequest): string {
  return `signature ${single(request.headers['x-agent-signature'])}`;
}

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
