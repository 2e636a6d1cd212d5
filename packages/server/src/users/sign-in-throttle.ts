import type { Core } from '../routing/core.ts';
import { pass, tokenBucket } from '../routing/token-bucket.ts';

/** Lets an attempt at an account's password pass, or refuses it with the time to wait. */
export type SignInThrottle = (handle: string, addressGroup: string) => void;

/**
 * Bounds the attempts at one account, from one group of addresses and from all. The narrow bound goes first, so that what it
 * refuses uses up nothing of the wide one: a stranger at one address locks nobody out but themselves.
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
