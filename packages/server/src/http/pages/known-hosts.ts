import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { hostName } from '../../platform/settings/host-name.ts';
import { answerStrangeHost, type StrangeHost } from './answer-strange-host.ts';

/** Probes reach the server by its address or by any name in their network. */
const probes = new Set(['/healthz', '/readyz']);

/** Checks the host of a request. Returns null if it is one of this server's. */
export type HostPolicy = (request: FastifyRequest) => StrangeHost | null;

/**
 * Creates the check that refuses requests for unknown hosts. A web page could let its own name resolve to an address in
 * the operator's network (DNS rebinding), and the browser would then treat this server as part of that page's origin.
 * An IP address cannot be redirected like that, so any is accepted.
 */
export function authorizeHosts(config: Pick<Config, 'host' | 'baseUrl' | 'allowedHosts'>): HostPolicy {
  const base = config.baseUrl === null ? [] : [new URL(config.baseUrl).host];
  const known = new Set(['localhost', config.host, ...base, ...config.allowedHosts].map(hostName));
  const isKnown = (host: string): boolean => {
    const name = hostName(host);
    return name !== null && (isIP(name) !== 0 || known.has(name));
  };
  return (request) => {
    const hosts = hostsOf(request);
    if (hosts === null) {
      return { host: '', refused: new Refused({ code: 'malformed_request', message: 'The request has no Host.' }) };
    }
    const host = hosts.find((each) => !isKnown(each));
    return host === undefined ? null : { host, refused: new Refused({ code: 'misdirected_request' }) };
  };
}

/** Must run before other hooks, so that requests for another host cause no work. */
export function refuseStrangeHosts(server: FastifyInstance, check: HostPolicy): void {
  server.addHook('onRequest', (request, reply, done) => {
    const strange = check(request);
    // A probe may use any name, but HTTP/1.1 requires that it names one.
    const isProbe =
      probes.has(request.routeOptions.url ?? '') && strange?.refused.refusal.code === 'misdirected_request';
    if (strange === null || isProbe) done();
    else void answerStrangeHost(strange, request, reply);
  });
}

/**
 * Returns every host that a request names: in its Host header, its target and a trusted proxy's header. Returns null if
 * the header is missing.
 */
function hostsOf({ raw, host }: FastifyRequest): string[] | null {
  const hosts: string[] = [];
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    if (raw.rawHeaders[at]?.toLowerCase() === 'host') hosts.push(raw.rawHeaders[at + 1] ?? '');
  }
  if (hosts.length > 1) return [''];
  // HTTP/1.0 requires no Host header, and no browser uses it.
  if (hosts.length === 0 && raw.httpVersion !== '1.0') return null;
  // `host` may come from X-Forwarded-Host, but only of a trusted proxy.
  if (host && host !== hosts[0]) hosts.push(host);
  const target = raw.url ?? '';
  if (!target.startsWith('/') && target !== '*') hosts.push(URL.canParse(target) ? new URL(target).host : '');
  return hosts;
}
