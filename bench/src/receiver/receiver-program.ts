import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../processes/conversation.ts';

/**
 * The agent's end: it answers 200 as soon as it has read a delivery, or, under `/hold`, reads it and never answers. It notes
 * when the first byte of each delivery came, in nanoseconds of the machine's monotonic clock.
 */
const arrivals = new Map<string, number>();

const server = createServer((request, response) => {
  noteArrival(request);
  if (request.url === '/hold') return void request.resume();
  request.resume().on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
});

function noteArrival(request: IncomingMessage): void {
  const deliveryId = request.headers['x-delivery-id'];
  if (typeof deliveryId !== 'string' || !request.headers['x-platform-signature']) {
    throw new Error('A delivery came without its id or its signature.');
  }
  arrivals.set(deliveryId, Number(process.hrtime.bigint()));
}

server.keepAliveTimeout = 60_000;

answerQuestions({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  /** What came since the last time. */
  takeArrivals: () => {
    const taken = [...arrivals];
    arrivals.clear();
    return taken;
  },
});
