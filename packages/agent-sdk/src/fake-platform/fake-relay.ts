import type * as Crypto from 'node:crypto';
import type { AgentId, AgentTransport, CredentialId, RelayReady } from '@parley/protocol';
import { newId, sseFrame } from '@parley/protocol/agent';
import type { NodeResponse } from '../node-http.ts';
import { nodeModuleNow } from '../node-module.ts';

/** A response that stays open. */
interface StreamResponse extends NodeResponse {
  write(text: string): unknown;
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** The platform that a relay belongs to. */
interface Platform {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  readonly secret: Uint8Array;
  readonly authorization: string;
  readonly calls: readonly {
    readonly path: string;
    readonly body: { readonly status?: string; readonly error?: string } | undefined;
  }[];
}

/** How an agent took a delivery. */
export interface RecordedAck {
  readonly deliveryId: string;
  readonly status: string | undefined;
  readonly error: string | undefined;
}

/** The pretended platform's end of the relay: every open stream, and what was acknowledged. */
export class FakeRelay {
  readonly streams: StreamResponse[] = [];
  /** How often a stream was opened. */
  opened = 0;
  /** How often an agent that serves a webhook asked whether it is registered so. */
  asked = 0;
  heartbeatSeconds = 15;
  /** How the agent is registered, which the `ready` of a stream says; null where it is as the agent expects. */
  transport: AgentTransport | null = null;
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The acks in the order in which they came. */
  get acks(): RecordedAck[] {
    const acks = this.#platform.calls.filter(({ path }) => path.endsWith('/ack'));
    return acks.map(({ path, body }) => ({
      deliveryId: path.split('/')[4] ?? '',
      status: body?.status,
      error: body?.error,
    }));
  }

  /** Makes an answer an open stream. */
  open(response: StreamResponse): void {
    this.opened++;
    this.streams.push(response);
    response.on('close', () => this.streams.splice(this.streams.indexOf(response), 1));
    this.#writeReady(response, this.transport ?? 'relay');
  }

  /** Says how the agent is registered, and ends the stream. */
  tell(response: StreamResponse): void {
    this.asked++;
    this.#writeReady(response, this.transport ?? 'webhook');
    response.end();
  }

  #writeReady(response: StreamResponse, transport: AgentTransport): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const data: RelayReady = {
      agent_id: this.#platform.agentId,
      credential_id: this.#platform.credentialId,
      connection_id: newId('notification', Date.now()),
      heartbeat_seconds: this.heartbeatSeconds,
      ack_timeout_seconds: 10,
      max_in_flight: 32,
      transport,
    };
    response.write(sseFrame({ event: 'ready', data }));
  }

  /** Sends an envelope over the newest stream, signed unless another signature is given. */
  deliver(envelope: { readonly delivery_id: string }, signature?: string): void {
    const body = Buffer.from(JSON.stringify(envelope));
    const data = {
      delivery_id: envelope.delivery_id,
      signature: signature ?? signNow(this.#platform.secret, body),
      authorization: this.#platform.authorization,
      body_base64: body.toString('base64'),
    };
    this.write(sseFrame({ id: envelope.delivery_id, event: 'delivery', data }));
  }

  /** Writes to the newest stream as it stands. */
  write(text: string): void {
    this.streams.at(-1)?.write(text);
  }

  /** Breaks every open stream. */
  cut(): void {
    for (const stream of [...this.streams]) stream.destroy();
  }
}

/** At once, so that deliveries keep their order; Web Crypto would take turns for it. */
function signNow(secret: Uint8Array, body: Uint8Array): string {
  const crypto = nodeModuleNow<typeof Crypto>('node:crypto');
  if (crypto === undefined) throw new Error('FakePlatform needs a runtime with the modules of Node.');
  const unix = String(Math.floor(Date.now() / 1000));
  const mac = crypto.createHmac('sha256', secret).update(`${unix}.`).update(body).digest('hex');
  return `t=${unix},v1=${mac}`;
}
