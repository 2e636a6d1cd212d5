import type { LookupAddress } from 'node:dns';
import type { Socket, TcpNetConnectOpts } from 'node:net';
import { connect, isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { systemClock } from '../time/clock.ts';
import { withinLimit } from '../time/within-limit.ts';
import type { AllowList } from '../settings/address-ranges.ts';
import { classifyAddress, trustedBy } from './address-rule.ts';
import { DialError, socketFailure, tlsFailure } from './dial-error.ts';
import { allowHint, mayDial } from './authorize-target.ts';
import type { Lookup } from './resolve-host.ts';
import { resolveHost } from './resolve-host.ts';

export interface DialOptions {
  readonly allow: AllowList;
  /** Whether plain http may reach loopback addresses. */
  readonly localHttp?: boolean | undefined;
  /** Timeout of name resolution, TCP and TLS together, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxConnectionsPerOrigin: number;
  readonly lookup?: Lookup | undefined;
  /** Certificate authorities to trust instead of the built-in ones, as PEM. */
  readonly ca?: string | Buffer | undefined;
  /** Opens the TCP connection. Tests replace it to observe what is dialled. */
  readonly openSocket?: ((options: TcpNetConnectOpts) => Socket) | undefined;
}

type Target = buildConnector.Options;

/**
 * Creates a pool of keep-alive connections to agents' endpoints. It checks the literal address or every resolved one,
 * dials only those, and checks the peer of the open socket again before it writes. It follows no redirects and
 * decompresses nothing. A failed connection rejects with a `DialError`.
 */
export function createDial(options: DialOptions): Agent {
  return new Agent({
    connect: checkedConnector(options),
    connections: options.maxConnectionsPerOrigin,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The caller has one deadline for the whole request; these timeouts would only interfere.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    // A busy connection never idles out. This limit makes it follow DNS changes.
    clientTtl: 5 * 60_000,
  });
}

function checkedConnector(options: DialOptions): buildConnector.connector {
  const secure = buildConnector({ rejectUnauthorized: true, timeout: 0, ...(options.ca ? { ca: options.ca } : {}) });
  return (target, callback) => {
    withinLimit(systemClock, options.timeoutMs, (signal) => openChecked(target, options, secure, signal)).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function openChecked(
  target: Target,
  options: DialOptions,
  secure: buildConnector.connector,
  signal: AbortSignal,
): Promise<Socket> {
  const allow = trustedBy(target.protocol, options.allow, options.localHttp ?? false);
  const addresses = await checkedAddresses(target, allow, options, signal);
  const tcp = await openTcp(target, addresses, options.openSocket ?? connect, signal);
  if (!mayDial(classifyAddress(tcp.remoteAddress ?? '', allow), target.protocol, target.port)) {
    tcp.destroy();
    throw new DialError('address_refused', 'The connection ended at an address that deliveries may not reach.');
  }
  const socket = target.protocol === 'https:' ? await startTls(target, tcp, secure, signal) : tcp;
  if (socket.destroyed) throw new DialError('connection_failed', 'The endpoint closed the connection at once.');
  return socket;
}

async function checkedAddresses(
  target: Target,
  allow: AllowList,
  options: DialOptions,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const { hostname, protocol, port } = target;
  // Node calls no lookup function for a literal address, so it is checked here, in the same way as a name.
  const literal = isIP(hostname);
  const found = literal === 0 ? await resolve(hostname, options.lookup ?? resolveHost, signal) : [];
  const addresses = literal === 0 ? [...found] : [{ address: hostname, family: literal }];
  if (addresses.length === 0) throw new DialError('dns_failed', 'The host name has no address.');
  const verdicts = addresses.map(({ address }) => classifyAddress(address, allow));
  if (verdicts.includes('refused')) {
    throw new DialError(
      'address_refused',
      `The host has an address that is not public, which deliveries may not reach. ${allowHint}`,
    );
  }
  if (!verdicts.every((verdict) => mayDial(verdict, protocol, port))) {
    throw new DialError('address_refused', `The endpoint must use https on port 443 or 8443. ${allowHint}`);
  }
  return addresses;
}

async function resolve(hostname: string, lookup: Lookup, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  try {
    return await unlessAborted(lookup(hostname), signal);
  } catch (error) {
    if (error instanceof DialError) throw error;
    throw new DialError('dns_failed', 'The host name could not be resolved.', error);
  }
}

function openTcp(
  target: Target,
  addresses: LookupAddress[],
  openSocket: (options: TcpNetConnectOpts) => Socket,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = openSocket({
    host: target.hostname,
    port: Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
    // Pinned: only checked addresses are dialled, even if DNS has changed. Node tries several addresses one after
    // another.
    lookup: (_hostname, wanted, answer) => {
      if (wanted.all === true) answer(null, addresses);
      else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
    },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    signal,
  });
  const connected = new Promise<Socket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    // Stays for the life of the socket: an error while the socket changes owners must not end the process.
    socket.on('error', (error) => reject(socketFailure(error)));
  });
  return unlessAborted(connected, signal);
}

function startTls(target: Target, tcp: Socket, secure: buildConnector.connector, signal: AbortSignal): Promise<Socket> {
  const secured = new Promise<Socket>((resolve, reject) => {
    secure({ ...target, httpSocket: tcp }, (error, socket) => {
      if (error === null) return resolve(socket);
      tcp.destroy();
      reject(tlsFailure(error));
    });
  });
  return unlessAborted(secured, signal);
}

/** Stops waiting at the deadline. The TCP socket has the same signal, so it closes too. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new DialError('timeout', 'The endpoint did not accept a connection in time.'));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
