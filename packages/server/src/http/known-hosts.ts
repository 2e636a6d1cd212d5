import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';
import { Refused } from '../routing/refusal.ts';
import { hostName } from '../settings/host-name.ts';

/** Whoever asks these knows the server by its address or by whatever name its network has for it. */
const probes = new Set(['/healthz', '/readyz']);

/** Judges the host that a request names; null where it is one of this server's. */
export type HostPolicy = (request: FastifyRequest) => Refused | null;

/**
 * Refuses what asks for a host that is not this server. A web page can have its own name point at an address of the operator's
 * network, and would else be taken for this server's own page there. An address in place of a name cannot be made to point
 * elsewhere, so any address will do.
 */
export function authorizeHosts(config: Pick<Config, 'host' | 'baseUrl' | 'allowedHosts'>): HostPolicy {
  const base = config.baseUrl === null ? [] : [new URL(config.baseUrl).host];
  const known = new Set(['localhost', config.host, ...base, ...config.allowedHosts].map(hostName));
  const isKnown = (host: string): boolean => {
    const name = hostName(host);
    return name !== null && (isIP(name) !== 0 || known.has(name));
  };
  return (request) => (hostsOf(request).every(isKnown) ? null : new Refused({ code: 'misdirected_request' }));
}

/** Called before other hooks, so that nothing else is done for whoever asks for another host. */
export function refuseStrangeHosts(server: FastifyInstance, judge: HostPolicy): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isProbe = probes.has(request.routeOptions.url ?? '');
    done(isProbe ? undefined : (judge(request) ?? undefined));
  });
}

/** Every host that a request names, in its head, its target and what a trusted proxy says of it; `''` where one is missing. */
function hostsOf({ raw, host }: FastifyRequest): string[] {
  const hosts: string[] = [];
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    if (raw.rawHeaders[at]?.toLowerCase() === 'host') hosts.push(raw.rawHeaders[at + 1] ?? '');
  }
  if (hosts.length > 1) return [''];
  // Before HTTP/1.1 a request needed none, and no browser is that old.
  if (hosts.length === 0 && raw.httpVersion !== '1.0') return [''];
  // A trusted proxy's X-Forwarded-Host stands here, and nobody else's.
  if (host && host !== hosts[0]) hosts.push(host);
  const target = raw.url ?? '';
  if (!target.startsWith('/') && target !== '*') hosts.push(URL.canParse(target) ? new URL(target).host : '');
  return hosts;
}
