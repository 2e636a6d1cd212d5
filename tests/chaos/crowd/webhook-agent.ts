import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import type { SeededRandom } from '../../../packages/server/src/testing/seeded-random.ts';
import type { History } from '../history/history.ts';

/** An endpoint that notes everything that comes, and answers as its mood is. */
export interface Endpoint {
  readonly url: string;
  close(): Promise<void>;
}

export async function openEndpoint(
  { history, random, isMoody }: { readonly history: History; readonly random: SeededRandom; readonly isMoody: boolean },
  onEnvelope: (envelope: Json) => void,
): Promise<Endpoint> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const envelope: Json = JSON.parse(Buffer.concat(chunks).toString());
      history.arrived(envelope);
      onEnvelope(envelope);
      if (isMoody && random.chance(0.12)) misbehave(response, random);
      else setTimeout(() => response.writeHead(204).end(), random.whole(10, 80));
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function misbehave(response: ServerResponse, random: SeededRandom): void {
  const mood = random.pick(['error', 'error', 'busy', 'cut', 'cut', 'hang'] as const);
  if (mood === 'error') response.writeHead(500).end('out of order');
  else if (mood === 'busy') response.writeHead(429, { 'retry-after': '2' }).end();
  else if (mood === 'cut') response.destroy();
}
