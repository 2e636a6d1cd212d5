import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../platform/settings/address-ranges.ts';
import type { Endpoint } from './fixtures/endpoint.ts';
import { bodyOf, certificate, closedPort, httpEndpoint, httpsEndpoint } from './fixtures/endpoint.ts';
import type { WebhookClient, WebhookClientOptions } from './post-webhook.ts';
import { createWebhookClient } from './post-webhook.ts';

const NOW = Date.parse('2026-01-31T09:00:00.000Z');
const releases: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

function client(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const allow = parseAllowList('127.0.0.0/8');
  const made = createWebhookClient({
    allow,
    maxConnectionsPerOrigin: 4,
    deadlineMs: 5_000,
    now: () => NOW,
    ...options,
  });
  releases.push(() => made.close());
  return made;
}

async function serve(answer: RequestListener): Promise<Endpoint & { url: string }> {
  const endpoint = await httpEndpoint(answer);
  releases.push(() => endpoint.close());
  return { ...endpoint, url: `http://127.0.0.1:${endpoint.port}/hook?a=b` };
}

function request(url: string) {
  return { url, headers: { 'X-Delivery-Id': 'dlv_1' }, body: Buffer.from('{"version":"1"}') };
}

describe('a webhook attempt', () => {
  it('posts the very bytes and headers and is delivered by a 2xx', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((incoming, outgoing) => {
      void bodyOf(incoming).then((body) => {
        const { method, url: path, headers } = incoming;
        seen.push(
          method,
          path,
          headers['x-delivery-id'],
          headers['content-length'],
          body.toString(),
          headers['accept-encoding'],
        );
        outgoing.writeHead(202, { 'Retry-After': '9' }).end('thank you');
      });
    });
    let sent = 0;
    const result = await client().post({ ...request(url), onSent: () => (sent += 1) });
    expect(result).toEqual({
      outcome: 'delivered',
      statusCode: 202,
      error: null,
      responseSnippet: 'thank you',
      permanent: false,
      sent: true,
      retryAfterMs: null,
    });
    expect(seen).toEqual(['POST', '/hook?a=b', 'dlv_1', '15', '{"version":"1"}', undefined]);
    expect(sent).toBe(1);
  });

  it.each([
    [200, 'delivered', false],
    [204, 'delivered', false],
    [300, 'redirected', true],
    [304, 'redirected', true],
    [308, 'redirected', true],
    [400, 'http_error', true],
    [404, 'http_error', true],
    [408, 'http_error', false],
    [410, 'http_error', true],
    [429, 'http_error', false],
    [500, 'http_error', false],
    [503, 'http_error', false],
  ])('that is answered with %d ends as %s, permanent: %s', async (status, outcome, permanent) => {
    const { url } = await serve((_incoming, outgoing) => outgoing.writeHead(status).end());
    const result = await client().post(request(url));
    expect(result).toMatchObject({ outcome, statusCode: status, permanent, sent: true, responseSnippet: null });
    expect(result.error === null).toBe(outcome === 'delivered');
  });

  it('does not follow a redirect', async () => {
    const target = await serve((_incoming, outgoing) => outgoing.end());
    const { url } = await serve((_incoming, outgoing) => outgoing.writeHead(307, { Location: target.url }).end());
    expect(await client().post(request(url))).toMatchObject({
      outcome: 'redirected',
      statusCode: 307,
      permanent: true,
    });
    expect(target.seen.connections).toBe(0);
  });

  it('reports how long the endpoint asks to wait', async () => {
    const wishes = ['120', 'Sat, 31 Jan 2026 09:00:30 GMT'];
    const { url } = await serve((_incoming, outgoing) =>
      outgoing.writeHead(503, { 'Retry-After': wishes.shift() }).end('busy'),
    );
    const posting = client();
    expect(await posting.post(request(url))).toMatchObject({ retryAfterMs: 120_000, responseSnippet: 'busy' });
    expect(await posting.post(request(url))).toMatchObject({ retryAfterMs: 30_000 });
  });

  it('ignores interim answers', async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' });
      outgoing.writeHead(200).end('ok');
    });
    expect(await client().post(request(url))).toMatchObject({ outcome: 'delivered', statusCode: 200 });
  });

  it('keeps a compressed answer as it came', async () => {
    const { url } = await serve((_incoming, outgoing) =>
      outgoing.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain'),
    );
    expect(await client().post(request(url))).toMatchObject({ outcome: 'delivered', responseSnippet: 'plain' });
  });

  it('keeps the connection for the next one', async () => {
    const endpoint = await serve((_incoming, outgoing) => outgoing.end());
    const posting = client({ maxConnectionsPerOrigin: 1 });
    for (let i = 0; i < 5; i += 1) await posting.post(request(endpoint.url));
    expect(endpoint.seen).toMatchObject({ connections: 1, requests: 5 });
  });

  it('opens no more connections to one origin than it may', async () => {
    const endpoint = await serve((_incoming, outgoing) => void setTimeout(() => outgoing.end(), 5));
    const posting = client({ maxConnectionsPerOrigin: 3 });
    const results = await Promise.all(Array.from({ length: 30 }, () => posting.post(request(endpoint.url))));
    expect(results.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    expect(endpoint.seen).toMatchObject({ connections: 3, requests: 30 });
  });
});

describe('a webhook attempt that cannot be made', () => {
  it('fails at once for each of many where nothing listens', async () => {
    const posting = client({ maxConnectionsPerOrigin: 2 });
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const results = await Promise.all(Array.from({ length: 20 }, () => posting.post(request(url))));
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'connection_failed', sent: false, permanent: false, statusCode: null });
      expect(result.error).toBe('The endpoint refused the connection.');
    }
  });

  it('recovers on the same client once something listens', async () => {
    const port = await closedPort();
    const posting = client();
    expect(await posting.post(request(`http://127.0.0.1:${port}/`))).toMatchObject({ outcome: 'connection_failed' });
    const { url } = await serve((_incoming, outgoing) => outgoing.end());
    expect(await posting.post(request(url))).toMatchObject({ outcome: 'delivered' });
  });

  it.each([
    'https://10.0.0.1/',
    'http://8.8.8.8/',
    'https://8.8.8.8:22/',
    'https://name:hunter2@127.0.0.1/',
    'not a url',
    'https://0xa.1/',
  ])('is refused without a connection for %s', async (url) => {
    let sent = 0;
    const result = await client().post({ ...request(url), onSent: () => (sent += 1) });
    expect(result).toMatchObject({ outcome: 'address_refused', sent: false, permanent: false, statusCode: null });
    expect(result.error).not.toContain('hunter2');
    expect(sent).toBe(0);
  });

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\r\nX-Evil: 1'])(
    'is a programming error with the header value %j',
    async (value) => {
      const { url, seen } = await serve((_incoming, outgoing) => outgoing.end());
      const posting = client();
      await expect(posting.post({ ...request(url), headers: { Authorization: value } })).rejects.toThrow(TypeError);
      await expect(posting.post({ ...request(url), headers: { [value]: 'x' } })).rejects.toThrow(TypeError);
      expect(seen.connections).toBe(0);
    },
  );

  it('rejects where onSent throws, and sends nothing', async () => {
    const { url, seen } = await serve((_incoming, outgoing) => outgoing.end());
    const posting = client();
    const onSent = () => {
      throw new Error('a fault of ours');
    };
    await expect(posting.post({ ...request(url), onSent })).rejects.toThrow('a fault of ours');
    expect(await posting.post(request(url))).toMatchObject({ outcome: 'delivered' });
    expect(seen.requests).toBe(1);
  });
});

describe('a webhook attempt over https', () => {
  const lookup = (host: string) =>
    host === 'unknown.test'
      ? Promise.reject(new Error('getaddrinfo ENOTFOUND'))
      : Promise.resolve([{ address: host === 'inside.test' ? '10.1.2.3' : '127.0.0.1', family: 4 }]);

  it('is delivered under the name that the certificate bears, and says why it is not under another', async () => {
    const endpoint = await httpsEndpoint((_incoming, outgoing) => outgoing.end('ok'));
    releases.push(() => endpoint.close());
    const posting = client({ lookup, ca: certificate });
    expect(await posting.post(request(`https://agent.test:${endpoint.port}/`))).toMatchObject({
      outcome: 'delivered',
      responseSnippet: 'ok',
    });
    expect(await posting.post(request(`https://other.test:${endpoint.port}/`))).toMatchObject({
      outcome: 'tls_failed',
      error: "The endpoint's certificate does not name this host.",
      permanent: false,
      sent: false,
    });
    expect(await client({ lookup }).post(request(`https://agent.test:${endpoint.port}/`))).toMatchObject({
      outcome: 'tls_failed',
      error: "The endpoint's certificate is not signed by a trusted authority.",
    });
    expect(endpoint.seen.requests).toBe(1);
  });

  it('tells the owner what is wrong with a name, and no address of ours', async () => {
    const posting = client({ lookup });
    const unknown = await posting.post(request('https://unknown.test/'));
    expect(unknown).toMatchObject({
      outcome: 'dns_failed',
      error: 'The host name could not be resolved.',
      sent: false,
    });
    const inside = await posting.post(request('https://inside.test/'));
    expect(inside).toMatchObject({ outcome: 'address_refused', permanent: false, sent: false });
    expect(inside.error).not.toContain('10.1');
  });
});

describe('closing the client', () => {
  it('waits for the attempts under way', async () => {
    const { url } = await serve((_incoming, outgoing) => void setTimeout(() => outgoing.end(), 50));
    const posting = client();
    const running = posting.post(request(url));
    await posting.close();
    expect(await running).toMatchObject({ outcome: 'delivered' });
    expect(await posting.post(request(url))).toMatchObject({ outcome: 'connection_failed', sent: false });
  });
});
