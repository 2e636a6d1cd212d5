import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseAllowList } from '../../../platform/settings/address-ranges.ts';
import { httpEndpoint, tcpEndpoint } from './fixtures/endpoint.ts';
import type { WebhookClient, WebhookClientOptions } from './post-webhook.ts';
import { createWebhookClient } from './post-webhook.ts';

const releases: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

function client(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const allow = parseAllowList('127.0.0.0/8');
  const made = createWebhookClient({ allow, maxConnectionsPerOrigin: 4, deadlineMs: 250, ...options });
  releases.push(() => made.close());
  return made;
}

async function serve(answer: RequestListener): Promise<string> {
  const endpoint = await httpEndpoint(answer);
  releases.push(() => endpoint.close());
  return `http://127.0.0.1:${endpoint.port}/`;
}

async function serveTcp(handle: (socket: Socket) => void): Promise<string> {
  const endpoint = await tcpEndpoint(handle);
  releases.push(() => endpoint.close());
  return `http://127.0.0.1:${endpoint.port}/`;
}

function request(url: string) {
  return { url, headers: {}, body: Buffer.from('{}') };
}

const LATE = { outcome: 'timeout', permanent: false, statusCode: null, responseSnippet: null } as const;

describe('one deadline', () => {
  it('covers an endpoint that accepts and says nothing', async () => {
    const url = await serveTcp(() => undefined);
    const result = await client().post(request(url));
    expect(result).toMatchObject({ ...LATE, sent: true, error: 'The endpoint gave no complete answer within 0.25 s.' });
  });

  it('covers headers that trickle in', async () => {
    const url = await serveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await client().post(request(url))).toMatchObject(LATE);
  });

  it('covers a body that trickles in, whatever the status', async () => {
    for (const status of [200, 404, 410]) {
      const url = await serve((_incoming, outgoing) => {
        outgoing.writeHead(status);
        const timer = setInterval(() => outgoing.write('.'), 20);
        outgoing.on('close', () => clearInterval(timer));
      });
      const result = await client().post(request(url));
      expect(result).toMatchObject(LATE);
      expect(result.error).toContain(`begun to answer with ${status}`);
    }
  });

  it('takes an interim answer for none', async () => {
    const url = await serve((_incoming, outgoing) => outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' }));
    const result = await client().post(request(url));
    expect(result).toMatchObject({ ...LATE, error: 'The endpoint gave no complete answer within 0.25 s.' });
  });

  it('covers a name server that hangs', async () => {
    const posting = client({ lookup: () => new Promise(() => undefined) });
    expect(await posting.post(request('https://agent.test/'))).toMatchObject({ ...LATE, sent: false });
  });

  it('covers the wait for a connection, and a request that waited too long is never sent', async () => {
    const served: (string | undefined)[] = [];
    let hold: () => void = () => undefined;
    const url = await serve((incoming, outgoing) => {
      served.push(incoming.url);
      if (incoming.url === '/next') outgoing.end();
      else hold();
    });
    const posting = client({ maxConnectionsPerOrigin: 1 });
    const isHeld = new Promise<void>((resolve) => (hold = resolve));
    // All three deadlines expire at the same time, so that none interferes with the others.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const posted = ['first', 'second', 'third'].map((path) => posting.post(request(url + path)));
      await isHeld;
      vi.advanceTimersByTime(250);
      const results = await Promise.all(posted);
      expect(results.map(({ outcome, sent }) => [outcome, sent])).toEqual([
        ['timeout', true],
        ['timeout', false],
        ['timeout', false],
      ]);
    } finally {
      vi.useRealTimers();
    }
    expect(await posting.post(request(`${url}next`))).toMatchObject({ outcome: 'delivered' });
    expect(served).toEqual(['/first', '/next']);
  });

  it('closes the connection that hangs, and the next attempt takes a new one', async () => {
    let hang = true;
    let closed = 0;
    const url = await serve((incoming, outgoing) => {
      incoming.socket.on('close', () => (closed += 1));
      if (!hang) outgoing.end();
    });
    const posting = client({ maxConnectionsPerOrigin: 1 });
    await posting.post(request(url));
    hang = false;
    expect(await posting.post(request(url))).toMatchObject({ outcome: 'delivered' });
    await expect.poll(() => closed).toBeGreaterThanOrEqual(1);
  });
});

describe('the answer', () => {
  it('is read up to 16 KiB, then the connection is cut and the status stands', async () => {
    for (const [status, outcome] of [
      [200, 'delivered'],
      [404, 'http_error'],
      [503, 'http_error'],
    ] as const) {
      let closed = false;
      const url = await serve((_incoming, outgoing) => {
        outgoing.writeHead(status);
        const more = (): void => {
          while (outgoing.write(Buffer.alloc(4096, 'x')));
        };
        outgoing.on('drain', more).on('close', () => (closed = true));
        more();
      });
      const result = await client({ deadlineMs: 5_000 }).post(request(url));
      expect(result).toMatchObject({
        outcome,
        statusCode: status,
        responseSnippet: 'x'.repeat(1024),
        permanent: status === 404,
      });
      await expect.poll(() => closed).toBe(true);
    }
  });

  it('may be 16 KiB exactly without costing the connection', async () => {
    const endpoint = await httpEndpoint((_incoming, outgoing) => outgoing.end(Buffer.alloc(16 * 1024, 'x')));
    releases.push(() => endpoint.close());
    const posting = client({ deadlineMs: 5_000, maxConnectionsPerOrigin: 1 });
    for (let i = 0; i < 3; i += 1) await posting.post(request(`http://127.0.0.1:${endpoint.port}/`));
    expect(endpoint.seen).toMatchObject({ connections: 1, requests: 3 });
  });

  it.each([
    ['nothing', ''],
    ['half a status line', 'HTTP/1.1 20'],
    ['a body that is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ])('that is %s fails the attempt, to be tried again', async (_what, bytes) => {
    const url = await serveTcp((socket) => {
      socket.once('data', () => socket.end(bytes));
    });
    const result = await client({ deadlineMs: 5_000 }).post(request(url));
    expect(result).toMatchObject({ outcome: 'connection_failed', sent: true, permanent: false, statusCode: null });
    expect(result.error).not.toContain('127.0.0.1');
  });

  it('that is a reset fails the attempt, to be tried again', async () => {
    const url = await serveTcp((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    expect(await client({ deadlineMs: 5_000 }).post(request(url))).toMatchObject({
      outcome: 'connection_failed',
      sent: true,
      error: 'The endpoint closed the connection before it had answered.',
    });
  });

  it('may come from an endpoint that has closed its side right after', async () => {
    const url = await serveTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    });
    const posting = client({ deadlineMs: 5_000 });
    for (let i = 0; i < 5; i += 1) expect(await posting.post(request(url))).toMatchObject({ outcome: 'delivered' });
  });
});
