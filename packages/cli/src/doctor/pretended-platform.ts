import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { agentSignatureHeader, importSecret, newId, verifyWith, type SigningKey } from '@parley/protocol/agent';
import { isThisMachine } from '../api/is-this-machine.ts';
import type { Credentials } from './credentials.ts';

/** What an agent called while it was examined. */
export interface SeenCall {
  readonly path: string;
  /** Whether its signature was right. */
  readonly genuine: boolean;
  /** The delivery that it answers; null where it is another call. */
  readonly deliveryId: string | null;
  readonly body: unknown;
}

/** A platform that is only there to see what an agent sends while it is examined. */
export interface PretendedPlatform {
  readonly calls: readonly SeenCall[];
  close(): Promise<void>;
}

const bodyMax = 1024 * 1024;

/** Listens where the agent sends its answers to; null where that is not this machine, or something listens there already. */
export async function pretendPlatform(baseUrl: string, credentials: Credentials): Promise<PretendedPlatform | null> {
  const { hostname, port, protocol, pathname } = new URL(baseUrl);
  if (!isThisMachine(baseUrl) || protocol !== 'http:' || pathname !== '/') return null;
  const key = await importSecret(credentials.secret);
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    answer(request, response, key, calls).catch(() => response.destroy());
  });
  const isOpen = await listen(server, hostname.replace(/[[\]]/g, ''), Number(port || 80));
  if (!isOpen) return null;
  return {
    calls,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, key: SigningKey, calls: SeenCall[]) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > bodyMax) return response.destroy();
    chunks.push(chunk);
  }
  const raw = Buffer.concat(chunks);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const header = String(request.headers[agentSignatureHeader] ?? '');
  const genuine = await verifyWith(key, header, new Uint8Array(raw), Date.now() / 1000);
  const body = readJson(raw);
  calls.push({ path, genuine, deliveryId: deliveryOf(body), body });
  const { status, json } = genuine ? usualAnswer(path) : refusal;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

const refusal = { status: 401, json: { error: { code: 'unauthorized', message: 'Not signed by this credential.' } } };

function usualAnswer(path: string): { readonly status: number; readonly json: unknown } {
  const message_id = newId('message');
  if (path === '/hooks/v1/reply') return { status: 202, json: { message_id, partial: false, agent_call: null } };
  if (path === '/hooks/v1/task') return { status: 202, json: { applied: true, status: 'completed' } };
  if (path === '/hooks/v1/proactive') return { status: 202, json: { accepted: true, message_id } };
  if (path === '/hooks/v1/tools/invoke')
    return { status: 200, json: { outcome: 'deny', invocation_id: newId('invocation'), reason: 'An examination.' } };
  if (path.endsWith('/ack')) return { status: 200, json: { matched: true } };
  if (path.endsWith('/failure')) return { status: 202, json: {} };
  if (path.startsWith('/hooks/v1/deliveries/'))
    return { status: 404, json: { error: { code: 'delivery_not_found', message: 'An examination.' } } };
  return { status: 200, json: { items: [], next_cursor: null } };
}

function deliveryOf(body: unknown): string | null {
  const id = (body as { readonly in_reply_to_delivery_id?: unknown } | null)?.in_reply_to_delivery_id;
  return typeof id === 'string' ? id : null;
}

function readJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
