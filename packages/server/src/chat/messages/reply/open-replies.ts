import type { DeliveryId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { createBatcher } from '../../../platform/storage/batcher.ts';
import { isUniqueViolation } from '../../../platform/storage/transient.ts';
import { KnownDrafts } from '../drafts/known-drafts.ts';
import { growDrafts, isGrowth } from './grow-drafts.ts';
import { postReplies, type ReplyVerdict } from './post-replies.ts';
import type { PostReply } from './reply.ts';

/**
 * Creates the function that posts replies. Replies that arrive together share a transaction; updates of a cached draft
 * use one statement instead. A reply waits for earlier updates of the draft of its delivery.
 */
export function openReplies(
  app: Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'conversationCache' | 'metrics'>,
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
    // The same request reached another server at the same time. `postReplies` finds the response stored there.
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
