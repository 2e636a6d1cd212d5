import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits, startVerifying, verify } from '@parley/protocol';
import { createGatekeeper } from '../agents/admit.ts';
import type { App } from '../app.ts';
import { uploadFolder } from '../assets/open-store.ts';
import { receiveFile } from '../assets/receive-file.ts';
import { nameKey } from '../idempotency/idempotency.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../refusal.ts';
import type { AgentCall, AgentCaller, AgentRoute, Answer } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { sendAnswer } from './answer.ts';
import { admitClaim, readClaim } from './authenticate-agent.ts';
import { answerError } from './errors.ts';
import type { OpenStreams } from './open-streams.ts';
import { originOf } from './origin.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { refuseHugeUpload, refuseLargeFile } from './upload-bounds.ts';

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

  const seconds = () => app.clock.now() / 1000;
  for (const route of routes.filter(({ takes }) => !takes)) {
    server.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        const claim = await readClaim(gatekeeper, request);
        const fits = verify(claim.secret, claim.signature, bytes, seconds());
        const agent = await admitClaim(gatekeeper, claim, fits, route, request);
        pass(perCredential, agent.credentialId);
        return sendAnswer(reply, await route.handle(readCall(app, route, request, agent, bytes)), streams);
      },
    });
  }

  /** A file is checked and written while it comes in. Of one that nobody known sends, only the beginning is. */
  const answerUpload = async (route: AgentRoute, request: FastifyRequest): Promise<Answer> => {
    const claim = await readClaim(gatekeeper, request);
    const check = startVerifying(claim.secret, claim.signature, seconds());
    const body = (request.body as Readable | undefined) ?? Readable.from([]);
    const keepMax = claim.isKnown ? limits.uploadBytes : limits.jsonBodyBytes;
    const file = await receiveFile(uploadFolder(app.config), body, { keepMax, onPiece: check.update });
    try {
      const agent = await admitClaim(gatekeeper, claim, check.fits(), route, request);
      pass(perCredential, agent.credentialId);
      if (file.sizeBytes > limits.uploadBytes) refuseLargeFile();
      const call = readCall(app, route, request, agent, Buffer.alloc(0));
      return await route.handle({ ...call, file: { ...file, filename: null } });
    } finally {
      await rm(file.path, { force: true });
    }
  };
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of routes.filter(({ takes }) => takes)) {
      scope.route({
        method: route.method,
        url: route.path,
        config: { takesFile: true },
        onRequest: async (request) => refuseHugeUpload(request),
        handler: async (request, reply) => sendAnswer(reply, await answerUpload(route, request), streams),
      });
    }
  });
}

function readCall(
  app: App,
  route: AgentRoute,
  request: FastifyRequest,
  agent: AgentCaller,
  bytes: Buffer,
): AgentCall<unknown> {
  const path = request.url.split('?', 1)[0] as string;
  const sent = route.idempotency ? readKey(request.headers['idempotency-key'], route.idempotency === 'required') : null;
  if (route.body && bytes.length > 0 && !isJson(request)) refuse('unsupported_media_type');
  const body = route.body ? readBody(bytes, route.body) : undefined;
  // Without a key, the signature is the key: the same signed bytes get the first answer again.
  const key = sent !== null ? `key ${sent}` : route.replayProtected ? signatureKey(request) : null;
  return {
    agent,
    params: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    key: key === null ? null : nameKey({ caller: agent.agentId, method: route.method, path, body: bytes }, key),
    address: request.ip,
    trace: request.trace,
    headers: request.headers,
    origin: originOf(request, app.config),
  };
}

function signatureKey(request: FastifyRequest): string {
  return `signature ${single(request.headers['x-agent-signature'])}`;
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\s*(?:;|$)/i.test(single(request.headers['content-type']));
}

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
