import { platformSignatureHeader, readTraceHeaders } from '@parley/protocol/agent';
import type { Inbox, Verdict } from '../inbox.ts';
import type { Log } from '../log.ts';

/** What a platform of functions says about a request. */
export interface WebhookOptions {
  /** Keeps the process until the handlers are done, which run after the answer: that of Cloudflare, Vercel and their like. */
  readonly waitUntil?: ((handled: Promise<unknown>) => void) | undefined;
  /** The body was parsed before, and is given as it would be written again. */
  readonly isRebuilt?: boolean;
}

/** Answers one request of the platform. */
export type WebhookHandler = (request: Request, options?: WebhookOptions) => Promise<Response>;

/** No envelope comes near this; a longer body is not read to its end. */
const bodyBytes = 1024 * 1024;
const bodyUsed =
  'The body of the delivery was read before the agent got it, such as by request.json(), and without its bytes the signature ' +
  'cannot be verified. Give the agent the request unread, or a clone: agent.webhookHandler()(request.clone()) before it is read.';
const bodyRebuilt =
  'A body parser read the delivery before the agent got it, and its bytes cannot be had back. If this was a delivery of the platform, keep the ' +
  'bytes: in Express by express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } }), in Fastify by the ' +
  "plugin fastifyWebhook, or by app.addContentTypeParser('application/json', { parseAs: 'buffer' }, …).";
/** When the platform should come back to an agent that cannot take more, in seconds. */
const comeBackSeconds = 30;

/**
 * Takes deliveries as requests. 200: recorded, the handlers run afterwards. 401: the signature is not the platform's. 400,
 * 405 and 413: not a delivery. 500: something else has read the body. 503: the agent is stopping, has too much to do, or does not hold the
 * credential that signed; the platform tries again.
 */
export function webhookHandler(inbox: Inbox, log: Log): WebhookHandler {
  return async (request, { waitUntil, isRebuilt } = {}) => {
    if (request.method !== 'POST') return answer(405, 'method_not_allowed', { allow: 'POST' });
    if (request.bodyUsed) {
      log('error', bodyUsed);
      return answer(500, 'body_already_read');
    }
    const body = await readBody(request);
    if (body === null) return answer(413, 'payload_too_large');
    const verdict = await inbox.take({
      body,
      signature: request.headers.get(platformSignatureHeader) ?? '',
      authorization: request.headers.get('authorization') ?? '',
      trace: readTraceHeaders(request.headers.get('traceparent'), request.headers.get('tracestate')),
    });
    if (verdict.outcome === 'accepted') waitUntil?.(verdict.handled);
    if (isRebuilt && verdict.outcome === 'refused') log('error', bodyRebuilt);
    return answerTo(verdict);
  };
}

function answerTo(verdict: Verdict): Response {
  switch (verdict.outcome) {
    case 'accepted':
      return new Response(null, { status: 200 });
    case 'refused':
      return verdict.reason === 'bad_signature' ? answer(401, 'unauthorized') : answer(400, verdict.reason);
    case 'unavailable':
      return answer(503, verdict.reason, { 'retry-after': String(comeBackSeconds) });
  }
}

function answer(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code } }, { status, headers });
}

/** The raw bytes, or null where there are too many. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bodyBytes) return null;
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}
