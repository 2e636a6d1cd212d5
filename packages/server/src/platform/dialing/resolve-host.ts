import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';

/** Resolves a host name to all its addresses, or rejects. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolves by the operating system's rules, which include the hosts file and container names. */
export const resolveHost: Lookup = shareLookups((hostname) => systemLookup(hostname, { all: true, order: 'verbatim' }));

/**
 * Lets simultaneous lookups of one name share an answer. The system resolver has four threads, and a name that hangs
 * must not occupy all of them.
 */
export function shareLookups(lookup: Lookup): Lookup {
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const started = running.get(hostname);
    if (started) return started;
    const answer = lookup(hostname).finally(() => running.delete(hostname));
    running.set(hostname, answer);
    return answer;
  };
}
