import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';

/** Resolves a host name to every address it has, or rejects. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolves by the operating system's rules, so that the hosts file and a container's names count too. */
export const resolveHost: Lookup = shareLookups((hostname) => systemLookup(hostname, { all: true, order: 'verbatim' }));

/**
 * Lets callers that ask for the same name at the same time share one answer. The system resolver has four threads: a name
 * that hangs must not take all of them.
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
