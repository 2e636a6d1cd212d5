import type { LookupAddress } from 'node:dns';
import type { TcpNetConnectOpts } from 'node:net';
import { connect } from 'node:net';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../settings/address-ranges.ts';
import { createDial } from './dial.ts';
import { DialError } from './dial-error.ts';
import type { Endpoint } from '../../engine/carriers/webhook/fixtures/endpoint.ts';
import {
  certificate,
  httpEndpoint,
  httpsEndpoint,
  tcpEndpoint,
} from '../../engine/carriers/webhook/fixtures/endpoint.ts';

const releases: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

interface Setting {
  allow?: string;
  names?: Record<string, string[]>;
  /** Connects to this port instead of the checked address, as a malicious network could. */
  divertTo?: number;
  trust?: boolean;
  timeoutMs?: number;
}

function dialer({ allow = '', names = {}, divertTo, trust = true, timeoutMs = 5_000 }: Setting) {
  const dialled: TcpNetConnectOpts[] = [];
  const lookups: string[] = [];
  const agent = createDial({
    allow: parseAllowList(allow),
    timeoutMs,
    maxConnectionsPerOrigin: 4,
    ca: trust ? certificate : undefined,
    lookup: (host) => {
      lookups.push(host);
      return Promise.resolve((names[host] ?? []).map(asLookupAddress));
    },
    openSocket: (options) => {
      dialled.push(options);
      return connect(divertTo === undefined ? options : { host: '127.0.0.1', port: divertTo });
    },
  });
  releases.push(() => agent.destroy());
  const get = async (url: string): Promise<number> => {
    const { statusCode, body } = await request(url, { dispatcher: agent });
    await body.dump();
    return statusCode;
  };
  const failureOf = (url: string): Promise<unknown> =>
    get(url).then(String, (error: unknown) => (error instanceof DialError ? error.failure : error));
  return { get, failureOf, dialled, lookups };
}

function asLookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}

async function serve(start: Promise<Endpoint>): Promise<Endpoint> {
  const endpoint = await start;
  releases.push(() => endpoint.close());
  return endpoint;
}

describe('the dial, by address', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '10.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
  ])('refuses the literal %s without a lookup or a socket', async (host) => {
    const { failureOf, dialled, lookups } = dialer({});
    expect(await failureOf(`https://${host}/`)).toBe('address_refused');
    expect([dialled, lookups]).toEqual([[], []]);
  });

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['2606:4700::1', '::ffff:10.0.0.1']],
    [['not an address']],
  ])('§6 refuses a name with the addresses %j: every one must pass', async (addresses) => {
    const { failureOf, dialled } = dialer({ names: { 'agent.test': addresses } });
    expect(await failureOf('https://agent.test/')).toBe('address_refused');
    expect(dialled).toEqual([]);
  });

  it('refuses plain http and odd ports to public addresses, also beside an allowed one', async () => {
    const { failureOf, dialled } = dialer({
      allow: '127.0.0.0/8',
      names: { open: ['8.8.8.8'], mixed: ['127.0.0.1', '8.8.8.8'] },
    });
    for (const url of ['http://open/', 'https://open:22/', 'http://8.8.8.8/', 'http://mixed/', 'https://mixed:9000/']) {
      expect(await failureOf(url)).toBe('address_refused');
    }
    expect(dialled).toEqual([]);
  });

  it('reaches an allowed address by literal and by name, over plain http on any port', async () => {
    const { port } = await serve(httpEndpoint((_incoming, outgoing) => outgoing.writeHead(204).end()));
    const { get } = dialer({ allow: '127.0.0.0/8', names: { 'agent.test': ['127.0.0.1'] } });
    expect(await get(`http://127.0.0.1:${port}/`)).toBe(204);
    expect(await get(`http://127.1:${port}/`)).toBe(204);
    expect(await get(`http://agent.test:${port}/`)).toBe(204);
  });

  it('§6 dials what it checked: the one lookup is pinned, whatever the name says a moment later', async () => {
    const { port } = await serve(httpEndpoint((_incoming, outgoing) => outgoing.writeHead(204).end()));
    const names = { 'agent.test': ['127.0.0.1'] };
    const { get, dialled, lookups } = dialer({ allow: '127.0.0.1', names });
    const running = get(`http://agent.test:${port}/`);
    names['agent.test'] = ['127.0.0.2'];
    expect(await running).toBe(204);
    expect(lookups).toEqual(['agent.test']);
    const pinned: unknown[] = [];
    dialled[0]?.lookup?.('agent.test', { all: true }, (_error, found) => pinned.push(found));
    dialled[0]?.lookup?.('agent.test', {}, (_error, found) => pinned.push(found));
    expect(pinned).toEqual([[{ address: '127.0.0.1', family: 4 }], '127.0.0.1']);
  });

  it('tries the next checked address where the first does not answer', async () => {
    const { port } = await serve(httpEndpoint((_incoming, outgoing) => outgoing.writeHead(204).end()));
    const { get } = dialer({ allow: '127.0.0.0/8', names: { 'agent.test': ['127.0.0.9', '127.0.0.1'] } });
    expect(await get(`http://agent.test:${port}/`)).toBe(204);
  });

  it.each(['http:', 'https:'])('checks the peer of the open socket and writes it no byte (%s)', async (scheme) => {
    const inside = await serve(tcpEndpoint(() => undefined));
    const { failureOf, dialled } = dialer({
      allow: '8.8.8.8/32',
      names: { 'agent.test': ['8.8.8.8'] },
      divertTo: inside.port,
    });
    expect(await failureOf(`${scheme}//agent.test/`)).toBe('address_refused');
    expect(dialled).toHaveLength(1);
    await expect.poll(() => inside.seen.connections).toBe(1);
    expect(inside.seen.bytes).toBe(0);
  });

  it('reports a name without addresses', async () => {
    expect(await dialer({}).failureOf('https://agent.test/')).toBe('dns_failed');
  });
});

describe('the dial, by TLS', () => {
  const names = { 'agent.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] };
  const serveTls = () =>
    serve(
      httpsEndpoint((incoming, outgoing) =>
        outgoing
          .writeHead('alpnProtocol' in incoming.socket && incoming.socket.alpnProtocol === 'http/1.1' ? 204 : 500)
          .end(),
      ),
    );

  it('verifies the certificate against the name, not the address it pinned, and speaks HTTP/1.1', async () => {
    const { port } = await serveTls();
    expect(await dialer({ allow: '127.0.0.0/8', names }).get(`https://agent.test:${port}/`)).toBe(204);
  });

  it('verifies the certificate of a literal against the address', async () => {
    const { port } = await serveTls();
    expect(await dialer({ allow: '127.0.0.0/8' }).get(`https://127.0.0.1:${port}/`)).toBe(204);
    expect(await dialer({ allow: '127.0.0.0/8' }).failureOf(`https://127.0.0.2:${port}/`)).not.toBe('204');
  });

  it('§6 refuses a certificate for another name, also after a good connection to the same address', async () => {
    const { port, seen } = await serveTls();
    const { get, failureOf } = dialer({ allow: '127.0.0.0/8', names });
    expect(await get(`https://agent.test:${port}/`)).toBe(204);
    expect(await failureOf(`https://other.test:${port}/`)).toBe('tls_failed');
    expect(seen.requests).toBe(1);
  });

  it('refuses a certificate that nobody trusted has signed', async () => {
    const { port, seen } = await serveTls();
    expect(await dialer({ allow: '127.0.0.0/8', names, trust: false }).failureOf(`https://agent.test:${port}/`)).toBe(
      'tls_failed',
    );
    expect(seen.requests).toBe(0);
  });

  it.each([
    ['hangs up', (close: () => void) => close()],
    [
      'answers in plain text',
      (_close: () => void, write: (text: string) => void) => write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    ],
  ])('reports a peer that %s during the handshake', async (_what, act) => {
    const { port } = await serve(
      tcpEndpoint(
        (socket) =>
          void socket.once('data', () =>
            act(
              () => socket.destroy(),
              (text) => socket.end(text),
            ),
          ),
      ),
    );
    expect(await dialer({ allow: '127.0.0.0/8', names }).failureOf(`https://agent.test:${port}/`)).toBe('tls_failed');
  });

  it('gives up on a handshake that never ends, and closes the socket', async () => {
    let closed = false;
    const { port } = await serve(tcpEndpoint((socket) => void socket.on('close', () => (closed = true)).resume()));
    const { failureOf } = dialer({ allow: '127.0.0.0/8', names, timeoutMs: 150 });
    expect(await failureOf(`https://agent.test:${port}/`)).toBe('timeout');
    await expect.poll(() => closed).toBe(true);
  });
});
