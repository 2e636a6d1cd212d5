import type { Refusal } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { loadReplays } from '../../platform/idempotency/replay.ts';
import { Refused } from '../../platform/routing/refusal.ts';

type KeyApp = Pick<App, 'storage' | 'clock'>;

/** Refusals that precede a stored answer: the key was used with another body, or the caller is not authenticated. */
const saysMore: ReadonlySet<string> = new Set<Refusal['code']>(['idempotency_key_reused', 'unauthenticated']);

/**
 * Answers a request that may carry an idempotency key. If the handler refuses it, looks the key up: a used key with the
 * same body gets the first answer again, even if the request is no longer valid, and with another body it is refused
 * for the key. On success no lookup is needed, because the use case does its own.
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

/** Returns the stored answer of this key, or null on its first use. Refuses if the body differs. */
export async function findEarlier({ storage, clock }: KeyApp, key: IdempotencyKey): Promise<StoredAnswer | null> {
  const earlier = (await storage.transaction((tx) => loadReplays(tx, [key], clock.now()))).of(key);
  if (earlier !== null && 'code' in earlier) throw new Refused(earlier);
  return earlier;
}
