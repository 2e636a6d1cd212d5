import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export type Answer = Parameters<typeof getRequestListener>[0];

/** Creates an HTTP server, which does not listen yet, from a function that answers a `Request` with a `Response`. */
export function webServer(answer: Answer): Server {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  return createServer((request, response) => void listener(request, response));
}
