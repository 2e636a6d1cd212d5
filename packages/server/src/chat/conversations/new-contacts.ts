import type { UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { pass, tokenBucket } from '../../platform/routing/token-bucket.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { haveAllShared } from './contact-queries.ts';

/**
 * Refuses `rate_limited` if a person adds strangers to conversations too fast. A conversation counts once, for any
 * number of strangers.
 */
export type NewContacts = (tx: Tx, userId: UserId, others: readonly UserId[]) => Promise<void>;

/**
 * Creates the limit. It counts in this process, like the other rate limits. Check it last, so that refused requests do
 * not count.
 */
export function newContacts({ config, clock }: Pick<Core, 'config' | 'clock'>): NewContacts {
  const bucket = config.rateLimits && tokenBucket(config.rateLimits.newContacts, clock);
  return async (tx, userId, others) => {
    if (bucket === null || others.length === 0 || (await haveAllShared(tx, userId, others))) return;
    pass(bucket, userId);
  };
}
