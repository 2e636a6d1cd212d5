import { Unfit } from './settings.ts';

const kinds = ['read-write', 'primary', 'any'] as const;
const hostsMax = 10;

/**
 * Which server a connection may be to, as `target_session_attrs` of libpq says: one that takes writes, one that is no
 * standby, or any.
 */
export type ServerKind = (typeof kinds)[number];

/** The servers that a PostgreSQL URL names. */
export interface DatabaseHosts {
  /** The same URL for each host, in their order. At least one, at most 10. */
  readonly urls: readonly [string, ...string[]];
  /** Null if the URL names one host and no kind: every server there will do. */
  readonly kind: ServerKind | null;
}

/** The scheme with the credentials, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Splits a URL that names several hosts, as libpq writes it: `postgres://user@one:5432,two:5432/name`. Several hosts
 * without a kind mean `read-write`. Throws `Unfit` for an unknown kind and for hosts in the parameters.
 */
export function hostsOf(url: string): DatabaseHosts {
  const [, before, hosts, after] = parts.exec(url) ?? [];
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'));
  if (/,/.test(parameters.get('host') ?? ''))
    throw new Unfit('names several hosts as a parameter: write them before the path, as in postgres://one,two/parley');
  const names = hosts?.split(',') ?? [];
  if (names.length > hostsMax) throw new Unfit(`names more than ${hostsMax} hosts`);
  if (names.length > 1 && names.includes('')) throw new Unfit('has a comma without a host beside it');
  const [first = url, ...rest] = names.map((name) => `${before}${name}${after}`);
  return { urls: [first, ...rest], kind: kindOf(parameters.get('target_session_attrs'), names.length) };
}

function kindOf(given: string | null, hosts: number): ServerKind | null {
  if (given === null) return hosts > 1 ? 'read-write' : null;
  const kind = kinds.find((known) => known === given);
  if (kind === undefined) throw new Unfit(`has a target_session_attrs that is none of ${kinds.join(', ')}`);
  return kind;
}
