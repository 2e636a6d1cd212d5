import type { IncomingMessage } from 'node:http';

/** What frameworks leave on a request that they have read: Express on Node's own, Fastify on one of its own around that. */
export interface ReadRequest {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/**
 * The bytes of a request that something else has read already, where it kept them.
 *
 * @returns Null where the request is still unread.
 * @throws BodyTakenError where it was read and its bytes are gone.
 */
export function keptBody(incoming: IncomingMessage, wrapped: ReadRequest): Uint8Array | null {
  for (const kept of [wrapped.rawBody, wrapped.body]) {
    if (kept instanceof Uint8Array) return kept;
    if (typeof kept === 'string') return Buffer.from(kept);
  }
  if (!incoming.readableDidRead && !incoming.readableEnded) return null;
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

function readerOf(incoming: IncomingMessage, wrapped: ReadRequest) {
  if ((wrapped as unknown) !== incoming) return fastify;
  return wrapped.body !== undefined || '_body' in incoming ? express : anything;
}
