import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

const started = 'http.server.request.start';
/** These are answered as long as a client listens. */
const streams = /^\/(hooks\/v1\/stream|v1\/events)\b/;

/** The requests that the platform at this address has not answered yet, streams aside. */
export function requestsUnderWay(baseUrl: string): { count(): number; close(): void } {
  const port = Number(new URL(baseUrl).port);
  const open = new Set<ServerResponse>();
  const take = (message: unknown) => {
    const { request, response, server } = message as Started;
    if ((server.address() as AddressInfo | null)?.port !== port || streams.test(request.url ?? '')) return;
    open.add(response);
    response.once('close', () => open.delete(response));
  };
  subscribe(started, take);
  return { count: () => open.size, close: () => void unsubscribe(started, take) };
}

/** How long deliveries may be on their way, their number unchanged, before nobody waits for them any longer: an agent hangs. */
const patienceMs = 2000;

/** Whether deliveries are on their way that will still arrive by themselves. */
export function deliveriesUnderWay(count: () => number): () => boolean {
  let last = 0;
  let since = 0;
  return () => {
    const now = count();
    if (now !== last) since = performance.now();
    last = now;
    return now > 0 && performance.now() - since < patienceMs;
  };
}
