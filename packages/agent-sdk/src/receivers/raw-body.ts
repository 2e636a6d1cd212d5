import type { NodeRequest } from '../node-http.ts';

/** What frameworks leave on a request that they have read: Express on Node's own, Fastify on one of its own around that. */
export interface ReadRequest {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The bytes of a request that something else has read. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  /** It was parsed, and is written again as the platform writes it. The signature says whether the bytes are the same. */
  readonly isRebuilt: boolean;
}

/**
 * The bytes of a request that something else has read already, where it kept them or what it parsed of them.
 *
 * @returns Null where the request is still unread.
 * @throws BodyTakenError where it was read and nothing of it is left.
 */
export function keptBody(incoming: NodeRequest, wrapped: ReadRequest): KeptBody | null {
  for (const kept of [wrapped.rawBody, wrapped.body]) {
    if (kept instanceof Uint8Array) return { bytes: kept, isRebuilt: false };
    if (typeof kept === 'string') return { bytes: new TextEncoder().encode(kept), isRebuilt: false };
  }
  const isRead = incoming.readableDidRead || incoming.readableEnded;
  if (!isRead) return null;
  if (typeof wrapped.body === 'object' && wrapped.body !== null) {
    return { bytes: new TextEncoder().encode(JSON.stringify(wrapped.body)), isRebuilt: true };
  }
  throw new BodyTakenError(readerOf(incoming, wrapped));
}

/** The body of a delivery was parsed before the agent got it, so that its signature cannot be verified. */
export class BodyTakenError extends Error {
  override readonly name = 'BodyTakenError';

  constructor(reader: { readonly who: string; readonly remedy: string }) {
    super(
      `The body of the delivery was read by ${reader.who} before the agent got it, and without its bytes the signature cannot be ` +
        `verified. ${reader.remedy}`,
    );
  }
}

const express = {
  who: 'a body parser such as express.json()',
  remedy:
    'Add the route of the agent before app.use(express.json()), or keep the bytes: ' +
    'express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } }).',
};
const fastify = {
  who: "Fastify's content type parser",
  remedy:
    "Hand out the bytes in the scope of the agent's route: app.addContentTypeParser('application/json', " +
    "{ parseAs: 'buffer' }, (request, body, done) => done(null, body)), and give the listener Fastify's own request and reply.",
};
const anything = {
  who: 'a framework, or something else that ran first,',
  remedy: 'Give the agent the request unread, or leave the bytes in request.rawBody.',
};

function readerOf(incoming: NodeRequest, wrapped: ReadRequest) {
  if ((wrapped as unknown) !== incoming) return fastify;
  return wrapped.body !== undefined || '_body' in incoming ? express : anything;
}
