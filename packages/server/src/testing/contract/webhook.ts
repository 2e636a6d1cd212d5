import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import type { Server } from './server.ts';

/** A request that the platform sent. */
export interface Hooked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  envelope: Json;
}

/** An answer. `hang` never answers; `reset` closes the connection. */
export interface Reaction {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
export type Script = (request: Hooked, count: number) => Reaction | 'hang' | 'reset' | Promise<Reaction>;

/** An agent's web server on 127.0.0.1. It answers by a script and records every request. */
export interface Webhook {
  url: string;
  requests: Hooked[];
  /** Sets the script for later requests. */
  answer(script: Script | number): void;
  awaitRequests(count: number): Promise<Hooked[]>;
  close(): Promise<void>;
}

/** Starts a webhook for the running test. It answers 200 by default. */
export async function startWebhook(server: Server): Promise<Webhook> {
  const requests: Hooked[] = [];
  let script: Script = () => ({ status: 200 });
  const http = createServer((request, response) => {
    void receive(request).then((hooked) => {
      requests.push(hooked);
      return react(script(hooked, requests.length), response);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    requests,
    answer: (next) => {
      script = typeof next === 'number' ? () => ({ status: next }) : next;
    },
    awaitRequests: async (count) => {
      await eventually(server, `${count} requests at the webhook`, () => requests.length >= count);
      return requests;
    },
    close,
  };
}

async function receive(request: IncomingMessage): Promise<Hooked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body, envelope: JSON.parse(body.toString('utf8')) };
}

async function react(reaction: ReturnType<Script>, response: ServerResponse): Promise<void> {
  const chosen = await reaction;
  if (chosen === 'hang') return;
  if (chosen === 'reset') {
    response.destroy();
    return;
  }
  response.writeHead(chosen.status, chosen.headers).end(chosen.body ?? '');
}
