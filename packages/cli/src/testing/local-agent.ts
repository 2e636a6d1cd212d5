import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A delivery as it came to a local program. */
export interface Taken {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What it answers: a status, or more than that. */
export type LocalAnswer =
  number | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

/** A program on this machine that takes deliveries, and remembers each. It ends with the test. */
export async function startLocalAgent(answer: (taken: Taken, count: number) => LocalAnswer | Promise<LocalAnswer>) {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const one = { headers: request.headers, body: Buffer.concat(chunks) };
      taken.push(one);
      const said = await answer(one, taken.length);
      const { status, body = '', headers = {} } = typeof said === 'number' ? { status: said } : said;
      response.writeHead(status, headers).end(body);
    };
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, taken };
}
