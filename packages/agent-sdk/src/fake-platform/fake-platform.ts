import type * as Http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryState } from '@parley/protocol';
import { agentSignatureHeader, importSecret, newId, verifyWith, writeAuthorization } from '@parley/protocol/agent';
import type { NodeHeaders } from '../node-http.ts';
import { nodeModule } from '../node-module.ts';
import { FakeRelay } from './fake-relay.ts';

/** The JSON of a request: the members that an agent may send, each of them possibly missing. */
export interface RecordedBody {
  readonly in_reply_to_delivery_id?: string;
  readonly conversation_id?: string;
  readonly blocks?: readonly { readonly type: string; readonly [member: string]: unknown }[];
  readonly partial?: boolean;
  readonly to_agent_id?: string;
  readonly status?: string;
  readonly note?: string;
  readonly error?: string;
  readonly reason?: string;
}

/** The bytes of a body: a Buffer, in a type that needs none of Node's. */
export interface RecordedBytes extends Uint8Array {
  /** Returns them as text, in UTF-8 or another encoding of Node, such as `hex`. */
  toString(encoding?: string): string;
  equals(other: Uint8Array): boolean;
}

/** A call that an agent made, with a signature that verified. */
export interface RecordedCall {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: NodeHeaders;
  readonly raw: RecordedBytes;
  /** The JSON of the body; undefined where there is none. */
  readonly body: RecordedBody | undefined;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Decides about a call in place of the usual answer; undefined leaves it to that, and `drop` breaks the connection. */
export type Script = (call: RecordedCall) => ScriptedAnswer | 'drop' | undefined;

/**
 * A pretended platform on a port of this machine, for tests of an agent: it verifies signatures, records calls, and
 * sends what the test tells it to over the relay. It checks no blocks; the SDK has done so before it sends. It decides nothing, either:
 * `@parley/testing` has the real platform, and this is for units, and for an envelope exactly as it came.
 *
 * @example
 * const platform = await new FakePlatform().start();
 * const agent = new Agent(platform.options);
 * agent.on('message.created', (ctx) => ctx.reply('Hello!'));
 * await agent.startRelay();
 * platform.relay.deliver(messageCreated('Hi'));
 * await vi.waitFor(() => expect(platform.bodies('/hooks/v1/reply')).toHaveLength(1));
 */
export class FakePlatform {
  readonly agentId = newId('agent', Date.now());
  readonly credentialId = newId('credential', Date.now());
  readonly secret = new Uint8Array(32).fill(7);
  /** What the agent called, but for its question whether it is registered as it receives; see `relay.asked`. */
  readonly calls: RecordedCall[] = [];
  readonly relay = new FakeRelay(this);
  /** How many requests had a signature that did not verify. */
  rejected = 0;
  script: Script = () => undefined;
  #server: Server | null = null;

  /** What an agent of this platform is made from. */
  get options() {
    if (this.#server === null) throw new Error('Start the platform first: await new FakePlatform().start().');
    const { port } = this.#server.address() as AddressInfo;
    const secret = Buffer.from(this.secret).toString('base64url');
    return { baseUrl: `http://127.0.0.1:${port}`, agentId: this.agentId, credentialId: this.credentialId, secret };
  }

  /** The `Authorization` value of deliveries and calls. */
  get authorization(): string {
    return writeAuthorization(this.agentId, this.credentialId);
  }

  /** The bodies of the calls to one path, in order. */
  bodies(path: string): RecordedBody[] {
    return this.calls.flatMap((call) => (call.path === path && call.body ? [call.body] : []));
  }

  async start(): Promise<this> {
    const { createServer } = await nodeModule<typeof Http>('node:http');
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const signature = String(request.headers[agentSignatureHeader]);
    const isSigned = await verifyWith(
      await importSecret(this.secret),
      signature,
      new Uint8Array(raw),
      Date.now() / 1000,
    );
    if (!isSigned || request.headers.authorization !== this.authorization) {
      this.rejected++;
      return send(response, refusal(401, 'unauthorized'));
    }
    const { method = '', url: path = '', headers } = request;
    const isJson = headers['content-type'] === 'application/json';
    const body = isJson ? (JSON.parse(raw.toString()) as RecordedBody) : undefined;
    if (path === '/hooks/v1/stream?only=ready') return this.relay.tell(response);
    const call = { method, path, headers, raw, body };
    this.calls.push(call);
    const scripted = this.script(call);
    if (scripted === 'drop') return void request.socket.destroy();
    if (scripted) return send(response, scripted);
    if (path === '/hooks/v1/stream') this.relay.open(response);
    else send(response, usualAnswer(call));
  }
}

/** A refusal in the platform's shape. */
export function refusal(status: number, code: string, more: object = {}, headers = {}): ScriptedAnswer {
  return {
    status,
    headers,
    body: { error: { code, message: 'Refused by the test.', request_id: 'req_test', ...more } },
  };
}

function usualAnswer({ method, path, body }: RecordedCall): ScriptedAnswer {
  if (path === '/hooks/v1/tools') return { status: 200, body: { items: [] } };
  if (path.startsWith('/hooks/v1/conversations/')) return { status: 200, body: { items: [], next_cursor: null } };
  if (method === 'GET' && path.startsWith('/hooks/v1/deliveries/')) return { status: 200, body: stateOf(path) };
  if (path.endsWith('/ack')) return { status: 200, body: { matched: true } };
  if (path.endsWith('/failure')) return { status: 202, body: {} };
  if (path.endsWith('/url')) return { status: 200, body: { url: 'http://127.0.0.1:1/x', expires_at: '' } };
  if (path.endsWith('/edit')) return { status: 200, body: { message_id: path.split('/')[4], revision: 1 } };
  if (path === '/hooks/v1/task') return { status: 202, body: { applied: true, status: body?.status } };
  if (path === '/hooks/v1/assets') return { status: 201, body: { asset_id: newId('asset', Date.now()) } };
  if (path.startsWith('/hooks/v1/agents/search')) return { status: 200, body: { items: [] } };
  const message_id = newId('message', Date.now());
  if (path === '/hooks/v1/proactive') return { status: 202, body: { accepted: true, message_id } };
  const invocation_id = newId('invocation', Date.now());
  if (path === '/hooks/v1/tools/invoke') return { status: 200, body: { outcome: 'allow', invocation_id } };
  return { status: 202, body: { message_id, partial: body?.partial ?? false, agent_call: null } };
}

/** A delivery as it is asked about that nobody has answered yet. */
function stateOf(path: string): DeliveryState {
  return {
    delivery_id: path.slice('/hooks/v1/deliveries/'.length) as DeliveryState['delivery_id'],
    event: 'message.created',
    conversation_id: newId('conversation', Date.now()),
    granted_scopes: [],
    stopped: false,
    replies_left: 20,
    expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  };
}

function send(response: ServerResponse, { status, body, headers }: ScriptedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
