import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '../contract/agent.ts';
import type { Json } from '../contract/http.ts';
import { sign } from '../contract/signature.ts';

/** Records what agents received over any transport. */
export class Arrivals {
  /** Texts in the order of their first arrival, by conversation. */
  readonly order = new Map<string, string[]>();
  /** The delivery ids of each text, and the time of its first arrival. */
  readonly texts = new Map<string, { readonly deliveryIds: Set<string>; readonly at: number }>();
  /** Deliveries that arrived more than once. */
  duplicates = 0;

  note(envelope: Json): void {
    const { text } = envelope.messages[0];
    const known = this.texts.get(text);
    if (known) {
      known.deliveryIds.add(envelope.delivery_id);
      this.duplicates++;
      return;
    }
    this.texts.set(text, { deliveryIds: new Set([envelope.delivery_id]), at: Date.now() });
    const order = this.order.get(envelope.conversation_id) ?? [];
    order.push(text);
    this.order.set(envelope.conversation_id, order);
  }
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a webhook that accepts everything, after the time that an agent needs to store it. */
export async function openWebhook(arrivals: Arrivals, takesMs: number): Promise<Receiver> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      arrivals.note(JSON.parse(Buffer.concat(chunks).toString()));
      setTimeout(() => response.writeHead(204).end(), takesMs);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Keeps a relay stream open, reopens it after a break, and acknowledges every delivery. */
export function followRelay(agent: Agent, arrivals: Arrivals): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await readStream(agent, arrivals, stopping.signal).catch(() => undefined);
      await pause(100);
    }
  };
  const following = follow();
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function readStream(agent: Agent, arrivals: Arrivals, signal: AbortSignal): Promise<void> {
  const headers = { authorization: agent.authorization, 'x-agent-signature': sign(agent.secret, agent.unix()) };
  const response = await fetch(`${agent.server.baseUrl}/hooks/v1/stream`, { headers, signal });
  if (response.status !== 200 || !response.body) throw new Error(`The relay answered ${response.status}.`);
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of response.body) {
    const blocks = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) take(agent, arrivals, block);
  }
}

function take(agent: Agent, arrivals: Arrivals, block: string): void {
  if (!/^event: ?delivery$/m.test(block)) return;
  const data: Json = JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? '');
  arrivals.note(JSON.parse(Buffer.from(data.body_base64, 'base64').toString()));
  void agent.ack(data.delivery_id).catch(() => undefined);
}
