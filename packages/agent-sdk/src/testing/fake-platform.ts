import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryId } from '@parley/protocol';
import { agentSignatureHeader, newId, verify, writeAuthorization } from '@parley/protocol';
import { FakeRelay } from './fake-relay.ts';

/** A call that an agent made, with a signature that verified. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly raw: Buffer;
  /** The JSON of the body; undefined where there is none. */
  readonly body: any;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Decides about a call in place of the usual answer; undefined leaves it to that. `drop` breaks the connection. */
export type Script = (call: RecordedCall) => ScriptedAnswer | 'drop' | undefined;

/** The agent door of a small pretended platform on a real port: signatures are verified, calls are recorded. */
export class FakePlatform {
  readonly agentId = newId('agent', Date.now());
  readonly credentialId = newId('credential', Date.now());
  readonly secret = Buffer.alloc(32, 7);
  readonly calls: RecordedCall[] = [];
  readonly relay = new FakeRelay(this);
  /** Signatures that did not verify. */
  rejected = 0;
  script: Script = () => undefined;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** What an agent is made from. */
  get options() {
    const { port } = this.#server.address() as AddressInfo;
    const secret = this.secret.toString('base64url');
    return { baseUrl: `http://127.0.0.1:${port}`, agentId: this.agentId, credentialId: this.credentialId, secret };
  }

  get authorization(): string {
    return writeAuthorization(this.agentId, this.credentialId);
  }

  /** The bodies of the calls to one path, in order. */
  bodies(path: string): any[] {
    return this.calls.filter((call) => call.path === path).map((call) => call.body);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const signature = String(request.headers[agentSignatureHeader]);
    const isSigned = verify(this.secret, signature, raw, Date.now() / 1000);
    if (!isSigned || request.headers.authorization !== this.authorization) {
      this.rejected++;
      return send(response, refusal(401, 'unauthorized'));
    }
    const path = request.url ?? '';
    const isJson = request.headers['content-type'] === 'application/json';
    const body: unknown = isJson ? JSON.parse(raw.toString()) : undefined;
    const call = { method: request.method ?? '', path, headers: request.headers, raw, body };
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

export function deliveryId(): DeliveryId {
  return newId('delivery', Date.now());
}

function usualAnswer({ path, body }: RecordedCall): ScriptedAnswer {
  if (path.endsWith('/ack')) return { status: 200, body: { matched: true } };
  if (path === '/hooks/v1/task') return { status: 202, body: { applied: true, status: body.status } };
  if (path.endsWith('/url')) return { status: 200, body: { url: 'http://127.0.0.1:1/x', expires_at: '' } };
  if (path === '/hooks/v1/assets') return { status: 201, body: { asset_id: newId('asset', Date.now()) } };
  if (path.startsWith('/hooks/v1/agents/search')) return { status: 200, body: { items: [] } };
  if (path === '/hooks/v1/tools/invoke') return { status: 200, body: { outcome: 'allow' } };
  const answer = { message_id: newId('message', Date.now()), partial: body.partial ?? false, agent_call: null };
  return { status: 202, body: answer };
}

function send(response: ServerResponse, { status, body, headers }: ScriptedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
