import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import type { WebhookHandler } from './webhook.ts';

/** Makes a listener for `node:http` of a fetch-style handler. An exception is answered with 500 and logged. */
export function nodeListener(
  handler: WebhookHandler,
  log: Log,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    respond(handler, request, response).catch((error: unknown) => {
      log('error', 'The webhook could not be answered.', { error });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

async function respond(handler: WebhookHandler, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await handler(toRequest(incoming));
  const body = Buffer.from(await answer.arrayBuffer());
  // What was not read of the request must not be taken for the next one.
  const close = incoming.complete ? {} : { connection: 'close' };
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...close, 'content-length': body.length });
  response.end(body);
}

/** The host plays no part in handling a delivery, so the URL does not repeat what the client wrote there. */
function toRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream) : null;
  return new Request('http://agent.invalid/', { method, headers, body, duplex: 'half' });
}
