import type { Agent } from '../agent.ts';
import type { ListenerRequest, ListenerResponse } from './node-listener.ts';

type AnyAgent = Pick<Agent, 'webhookHandler' | 'webhookListener'>;

/**
 * For Express, before or after `express.json()`.
 *
 * @example app.post('/hooks', expressWebhook(agent));
 */
export function expressWebhook(agent: AnyAgent): (request: ListenerRequest, response: ListenerResponse) => void {
  return agent.webhookListener();
}

/** What is used of a Fastify instance. */
interface FastifyScope {
  removeContentTypeParser(type: string | string[]): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parse: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
  post(path: string, listener: (request: ListenerRequest, response: ListenerResponse) => void): unknown;
}

/**
 * For Fastify, as a plugin: the bytes of its own route are kept, and no other route's.
 *
 * @example await app.register(fastifyWebhook(agent), { prefix: '/hooks' });
 */
export function fastifyWebhook(agent: AnyAgent, path = '/') {
  return (app: unknown, _options: unknown, done: () => void): void => {
    const scope = app as FastifyScope;
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(path, agent.webhookListener());
    done();
  };
}

/** What is used of Hono's context. */
interface HonoContext {
  readonly req: { readonly raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
  readonly executionCtx: { waitUntil(promise: Promise<unknown>): void };
}

/**
 * For Hono on any runtime, also after `c.req.json()`.
 *
 * @example app.post('/hooks', honoWebhook(agent));
 */
export function honoWebhook(agent: AnyAgent): (context: HonoContext) => Promise<Response> {
  const handle = agent.webhookHandler();
  return async (context) => {
    const { raw } = context.req;
    if (!raw.bodyUsed) return handle(raw, { waitUntil: waitUntilOf(context) });
    const { method, headers } = raw;
    const request = new Request(raw.url, { method, headers, body: await context.req.arrayBuffer() });
    return handle(request, { waitUntil: waitUntilOf(context), isRebuilt: true });
  };
}

/** Where there is no execution context, as on Node, asking for it throws. */
function waitUntilOf(context: HonoContext): ((handled: Promise<unknown>) => void) | undefined {
  try {
    const { executionCtx } = context;
    return (handled) => executionCtx.waitUntil(handled);
  } catch {
    return undefined;
  }
}

/**
 * For a route of Next's app router. `after` of `next/server` keeps a function awake until the handlers are done.
 *
 * @example
 * import { after } from 'next/server';
 * export const POST = nextWebhook(agent, { after });
 */
export function nextWebhook(
  agent: AnyAgent,
  { after }: { readonly after?: (task: Promise<unknown>) => void } = {},
): (request: Request) => Promise<Response> {
  const handle = agent.webhookHandler();
  return (request) => handle(request, { waitUntil: after });
}

/** What is used of an event of API Gateway (both versions), a function URL or a load balancer. */
export interface LambdaEvent {
  readonly httpMethod?: string;
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

export interface LambdaAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * For AWS Lambda. A function sleeps once it has answered, so it answers when the handlers are done; a delivery that comes again
 * meanwhile is handled once only where `seen` is shared, as `SeenInSql` is.
 *
 * @example export const handler = lambdaWebhook(agent);
 */
export function lambdaWebhook(agent: AnyAgent): (event: LambdaEvent) => Promise<LambdaAnswer> {
  const handle = agent.webhookHandler();
  return async (event) => {
    const method = event.requestContext?.http?.method ?? event.httpMethod ?? 'POST';
    const headers = new Headers();
    for (const [name, value] of Object.entries(event.headers ?? {})) if (value !== undefined) headers.set(name, value);
    headers.delete('content-length');
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') : null;
    const handled: Promise<unknown>[] = [];
    const request = new Request('http://agent.invalid/', { method, headers, body });
    const answer = await handle(request, { waitUntil: (work) => handled.push(work) });
    await Promise.all(handled);
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  };
}
