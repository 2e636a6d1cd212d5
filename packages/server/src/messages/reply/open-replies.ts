import type { DeliveryId, Refusal } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { StoredAnswer } from '../../routing/stored-answer.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { isUniqueViolation } from '../../storage/transient.ts';
import { KnownDrafts } from '../drafts/known-drafts.ts';
import { growDrafts, isGrowth } from './grow-drafts.ts';
import { postReplies } from './post-replies.ts';
import type { PostReply } from './reply.ts';

type ReplyVerdict = StoredAnswer | Refusal;

/**
 * Opens the way of replies. Those that arrive together share a transaction; what only lets a known draft grow goes ahead by itself, in
 * one flight. A reply that came after such a one, to the same delivery, does not overtake it.
 */
export function openReplies(
  app: Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'beliefs' | 'metrics'>,
): (reply: PostReply) => Promise<ReplyVerdict> {
  const known = new KnownDrafts();
  const growing = new Map<DeliveryId, Promise<unknown>>();
  const bounds = { maxBatch: 128, maxQueued: 10_000 };
  const replies = createBatcher<PostReply, ReplyVerdict>({
    ...bounds,
    onRun: (size) => app.metrics.batchRan('reply', size),
    run: (batch) => postReplies(app, known, batch),
  });
  const growths = createBatcher<PostReply, StoredAnswer | null>({
    ...bounds,
    onRun: (size) => app.metrics.batchRan('reply growth', size),
    run: (batch) => growDrafts(app, known, batch),
  });

  const grow = async (reply: PostReply): Promise<StoredAnswer | null> => {
    const { deliveryId } = reply;
    // Its twin grew the draft at another server at this very moment: what that was answered is found by looking.
    const grown = growths.add(reply).catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
    growing.set(deliveryId, grown);
    try {
      return await grown;
    } finally {
      if (growing.get(deliveryId) === grown) growing.delete(deliveryId);
    }
  };
  return async (reply) => {
    if (isGrowth(known, reply)) {
      const grown = await grow(reply);
      if (grown) return grown;
    } else await growing.get(reply.deliveryId)?.catch(() => undefined);
    return replies.add(reply);
  };
}
