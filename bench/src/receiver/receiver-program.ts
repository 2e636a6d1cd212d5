import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import type { Ends } from '../ground/ground.ts';
import type { Certificate } from '../processes/certificate.ts';
import { answerQuestions } from '../processes/conversation.ts';

/**
 * The agent's end: it answers 200 as soon as it has read a delivery, or, under `/hold`, reads it and never answers. It notes
 * when the first byte of each delivery came, in nanoseconds of the machine's monotonic clock.
 */
const arrivals = new Map<string, number>();

function take(request: IncomingMessage, response: ServerResponse): void {
  noteArrival(request);
  if (request.url === '/hold') return void request.resume();
  request.resume().on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
}

function noteArrival(request: IncomingMessage): void {
  const deliveryId = request.headers['x-delivery-id'];
  if (typeof deliveryId !== 'string' || !request.headers['x-platform-signature']) {
    throw new Error('A delivery came without its id or its signature.');
  }
  arrivals.set(deliveryId, Number(process.hrtime.bigint()));
}

function listen(server: TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Keeps connections for as long as a run may pause between two requests. */
function patient<Kind extends Server>(server: Kind): Kind {
  server.keepAliveTimeout = 60_000;
  return server;
}

answerQuestions({
  async listen(certificate: Certificate | null): Promise<Pick<Ends, 'plainUrl' | 'secureUrl'>> {
    const plainUrl = `http://127.0.0.1:${await listen(patient(createServer(take)))}`;
    if (!certificate) return { plainUrl, secureUrl: plainUrl };
    const { cert, key } = certificate;
    const port = await listen(patient(createSecureServer({ cert, key }, take)));
    return { plainUrl, secureUrl: `https://127.0.0.1:${port}` };
  },
  /** Opens ports that accept connections and never say a word. */
  hang: (count: number): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, () => listen(createTcpServer((socket) => socket.on('error', () => undefined)))),
    ),
  /** What came since the last time. */
  takeArrivals: () => {
    const taken = [...arrivals];
    arrivals.clear();
    return taken;
  },
});
