import type { Refusal } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { loadReplays } from '../idempotency/replay.ts';
import { Refused } from '../routing/refusal.ts';

type KeyApp = Pick<App, 'storage' | 'clock'>;

/** What is said of a request before its key: that it is another than the first, or that nobody proves to be who used it. */
const saysMore: ReadonlySet<string> = new Set<Refusal['code']>(['idempotency_key_reused', 'unauthenticated']);

/**
 * Answers a request that may bring a key. A used key is recognised whatever else is wrong with the request, its body above all:
 * with another body it is refused for the key, and with the same body it gets the first answer again, even where the request could
 * not be taken any more. A use case looks its key up by itself, so it is looked up here only once the request was refused.
 */
export async function answerKeyed(
  app: KeyApp,
  key: IdempotencyKey | null,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await answer();
  } catch (error) {
    if (key === null || !(error instanceof Refused) || saysMore.has(error.refusal.code)) throw error;
    const earlier = await findEarlier(app, key);
    if (earlier === null) throw error;
    return earlier;
  }
}

/** The answer that this key's first use got, null where this is its first; refuses another body. */
export async function findEarlier({ storage, clock }: KeyApp, key: IdempotencyKey): Promise<StoredAnswer | null> {
  const earlier = (await storage.transaction((tx) => loadReplays(tx, [key], clock.now()))).of(key);
  if (earlier !== null && 'code' in earlier) throw new Refused(earlier);
  return earlier;
}
