import type { Log } from '../log.ts';
import type { NodeRequest, NodeResponse } from '../node-http.ts';
import type { KeptBody, ReadRequest } from './raw-body.ts';
import { BodyTakenError, keptBody } from './raw-body.ts';
import type { WebhookHandler } from './webhook.ts';

/** Node's own request, or a framework's around it, as Fastify's. */
export type ListenerRequest = (NodeRequest & ReadRequest) | (ReadRequest & { readonly raw: NodeRequest });
/** Node's own response, or Fastify's reply around it. */
export type ListenerResponse = NodeResponse | { readonly raw: NodeResponse; hijack?(): unknown };

/** Makes a listener for `node:http` of a fetch-style handler. An exception is answered with 500 and logged. */
export function nodeListener(
  handler: WebhookHandler,
  log: Log,
): (request: ListenerRequest, response: ListenerResponse) => void {
  return (request, wrapped) => {
    const response = 'raw' in wrapped ? wrapped.raw : wrapped;
    if ('raw' in wrapped) wrapped.hijack?.();
    respond(handler, request, response).catch((error: unknown) => {
      const code = error instanceof BodyTakenError ? 'body_already_read' : 'internal_error';
      log('error', error instanceof BodyTakenError ? error.message : 'The webhook could not be answered.', { error });
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code } }));
    });
  };
}

async function respond(handler: WebhookHandler, request: ListenerRequest, response: NodeResponse): Promise<void> {
  const incoming = 'raw' in request ? request.raw : request;
  const kept = hasBody(incoming) ? keptBody(incoming, request) : null;
  const answer = await handler(toRequest(incoming, kept), { isRebuilt: kept?.isRebuilt ?? false });
  const body = Buffer.from(await answer.arrayBuffer());
  // What was not read of the request must not be taken for the next one.
  const close = incoming.complete ? {} : { connection: 'close' };
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...close, 'content-length': body.length });
  response.end(body);
}

/** The host plays no part in handling a delivery, so the URL does not repeat what the client wrote there. */
function toRequest(incoming: NodeRequest, kept: KeptBody | null): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The length is that of what was sent; what is written again need not have it.
  if (kept !== null) headers.delete('content-length');
  const unread = () => (hasBody(incoming) ? streamOf(incoming) : null);
  const body = kept === null ? unread() : new Uint8Array(kept.bytes);
  return new Request('http://agent.invalid/', { method: incoming.method ?? 'GET', headers, body, duplex: 'half' });
}

/** As it is read; what nobody reads any longer is given up. */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const step = await chunks.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

function hasBody({ method }: NodeRequest): boolean {
  return method !== undefined && method !== 'GET' && method !== 'HEAD';
}
