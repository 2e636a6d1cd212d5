import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits, parseAuthorization, parseSignature, verify } from '@parley/protocol';
import { createGatekeeper, type Gatekeeper } from '../agents/admit.ts';
import type { App } from '../app.ts';
import { uploadFolder } from '../assets/open-store.ts';
import { receiveFile } from '../assets/receive-file.ts';
import { readKey } from '../idempotency/read-key.ts';
import { refuse } from '../refusal.ts';
import type { AgentCall, AgentCaller, AgentRoute, Answer } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { sendAnswer } from './answer.ts';
import { answerError } from './errors.ts';
import type { OpenStreams } from './open-streams.ts';
import { originOf } from './origin.ts';
import { readBody } from './read-body.ts';
import { uploadSlots } from './upload-slots.ts';
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

  const slots = uploadSlots(uploadsAtOnce, uploadsWaiting);
  const takeSlot = async (_request: FastifyRequest, reply: FastifyReply) => {
    const release = await slots.take();
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  };

  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      ...(route.takes ? { bodyLimit: limits.uploadBytes + uploadSlackBytes, onRequest: takeSlot } : {}),
      handler: async (request, reply) => {
        const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        const agent = await authenticate(app, gatekeeper, route, request, bytes);
        pass(perCredential, agent.credentialId);
        return sendAnswer(reply, await answerCall(app, route, request, agent, bytes), streams);
      },
    });
  }
}

/** An upload is signed as a whole, so it is in memory until its signature has been checked. */
const uploadsAtOnce = 4;
const uploadsWaiting = 64;
/** A body that is a little too large is read to its end, so that its sender sees the refusal. */
const uploadSlackBytes = 1024 * 1024;

async function answerCall(
  app: App,
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
  const call: AgentCall<unknown> = {
    agent,
    params: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    key,
    address: request.ip,
    headers: request.headers,
    origin: originOf(request, app.config),
  };
  return route.takes ? withFile(app, route, call, bytes) : route.handle(call);
}

/** Handles a call whose body is a file; what the handler does not keep of it is removed. */
async function withFile(app: App, route: AgentRoute, call: AgentCall<unknown>, bytes: Buffer): Promise<Answer> {
  if (bytes.length > limits.uploadBytes) {
    refuse('payload_too_large', { message: 'The file is larger than 25 MiB.' });
  }
  const file = { ...(await receiveFile(uploadFolder(app.config), Readable.from([bytes]))), filename: null };
  try {
    return await route.handle({ ...call, file });
  } finally {
    await rm(file.path, { force: true });
  }
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
