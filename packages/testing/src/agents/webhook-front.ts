import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WebhookHandler } from '@parley/agent-sdk';
import type { Network } from './network.ts';

/** The address at which a webhook agent of a world is reached. */
export interface WebhookFront {
  readonly url: string;
  /** What takes the deliveries; until it is there they are answered with 503. */
  handler: WebhookHandler | null;
  close(): Promise<void>;
}

/** Listens on a free port of this machine, behind the faults of the agent's network. */
export async function openWebhook(network: Network): Promise<WebhookFront> {
  const server = createServer((request, response) => {
    receive(front, network, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const front: WebhookFront = {
    url: `http://127.0.0.1:${port}/hooks`,
    handler: null,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return front;
}

async function receive(
  front: WebhookFront,
  network: Network,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const { handler } = front;
  if (handler === null) return void response.writeHead(503).end();
  const answers: Promise<Response>[] = [];
  const arrive = () => {
    answers.push(Promise.resolve(handler(new Request(front.url, { method: 'POST', headers, body }))));
  };
  if ((await network.bring(arrive)) === 'lost') return void request.socket.destroy();
  const [first] = await Promise.all(answers);
  if (first === undefined) return;
  response.writeHead(first.status, Object.fromEntries(first.headers)).end(await first.text());
}
