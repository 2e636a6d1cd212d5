import type { Core } from '../../platform/routing/core.ts';
import { pass, tokenBucket } from '../../platform/routing/token-bucket.ts';

/** Allows an attempt at an account's password, or refuses it with the time to wait. */
export type SignInThrottle = (handle: string, addressGroup: string) => void;

/**
 * Limits the attempts at an account, per group of addresses and in total. The limit per group is checked first, and
 * what it refuses does not count towards the total: a stranger at one address cannot lock the owner out.
 */
export function signInThrottle({ config, clock }: Pick<Core, 'config' | 'clock'>): SignInThrottle {
  const rates = config.rateLimits;
  if (rates === null) return () => undefined;
  const fromOneGroup = tokenBucket(rates.signIn, clock);
  const fromAll = tokenBucket(rates.signInAccount, clock);
  return (handle, addressGroup) => {
    pass(fromOneGroup, `${addressGroup} ${handle}`);
    pass(fromAll, handle);
  };
}
