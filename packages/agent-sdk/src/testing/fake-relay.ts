import type { ServerResponse } from 'node:http';
import { newId, sign, sseFrame } from '@parley/protocol';
import type { FakePlatform } from './fake-platform.ts';

/** The pretended platform's end of the relay: every open stream, and what was acknowledged. */
export class FakeRelay {
  readonly streams: ServerResponse[] = [];
  /** How often a stream was opened. */
  opened = 0;
  heartbeatSeconds = 15;
  readonly #platform: FakePlatform;

  constructor(platform: FakePlatform) {
    this.#platform = platform;
  }

  /** The acks by delivery, in the order in which they came: `accepted`, or the error of a `failed`. */
  get acks(): { readonly deliveryId: string; readonly status: string; readonly error?: string }[] {
    const acks = this.#platform.calls.filter(({ path }) => path.endsWith('/ack'));
    return acks.map(({ path, body }) => ({
      deliveryId: path.split('/')[4] ?? '',
      status: body.status,
      error: body.error,
    }));
  }

  open(response: ServerResponse): void {
    this.opened++;
    this.streams.push(response);
    response.on('close', () => this.streams.splice(this.streams.indexOf(response), 1));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const data = {
      agent_id: this.#platform.agentId,
      credential_id: this.#platform.credentialId,
      connection_id: newId('notification', Date.now()),
      heartbeat_seconds: this.heartbeatSeconds,
      ack_timeout_seconds: 10,
      max_in_flight: 32,
    };
    response.write(sseFrame({ event: 'ready', data }));
  }

  /** Sends an envelope over the newest stream, signed unless another signature is given. */
  deliver(envelope: { readonly delivery_id: string }, signature?: string): void {
    const body = Buffer.from(JSON.stringify(envelope));
    const data = {
      delivery_id: envelope.delivery_id,
      signature: signature ?? sign(this.#platform.secret, Date.now() / 1000, body),
      authorization: this.#platform.authorization,
      body_base64: body.toString('base64'),
    };
    this.write(sseFrame({ id: envelope.delivery_id, event: 'delivery', data }));
  }

  write(text: string): void {
    this.streams.at(-1)?.write(text);
  }

  /** Breaks every open stream. */
  cut(): void {
    for (const stream of [...this.streams]) stream.destroy();
  }
}
