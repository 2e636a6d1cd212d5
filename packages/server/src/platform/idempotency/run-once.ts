import type { Clock } from '../time/clock.ts';
import { Refused } from '../routing/refusal.ts';
import type { Commit, Work } from '../signals/work.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { insertAnswers, lockKey } from './queries.ts';
import { loadReplays } from './replay.ts';

/**
 * Runs an effect in a unit of work, once for its key. A repeat gets the first answer byte for byte; a concurrent
 * request with the same key waits for the first; the same key with another body is refused. Without a key the effect
 * always runs.
 */
export async function runOnce<W extends Work>(
  { commit, clock }: { readonly commit: Commit<W>; readonly clock: Clock },
  key: IdempotencyKey | null,
  effect: (work: W) => Promise<{ readonly status: number; readonly answer: unknown }>,
): Promise<StoredAnswer> {
  return commit(async (work) => {
    const { tx } = work;
    if (key !== null) {
      await lockKey(tx, key);
      const earlier = (await loadReplays(tx, [key], clock.now())).of(key);
      if (earlier !== null && 'code' in earlier) throw new Refused(earlier);
      if (earlier !== null) return earlier;
    }
    const { status, answer } = await effect(work);
    const body = JSON.stringify(answer);
    if (key !== null) await insertAnswers(tx, [{ key, status, body }], new Date(clock.now()));
    return { status, body, replayed: false };
  });
}
