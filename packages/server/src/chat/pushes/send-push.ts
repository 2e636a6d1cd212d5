import { createHash } from 'node:crypto';
import type { Core } from '../../platform/routing/core.ts';
import type { AttemptResult } from '../../engine/carriers/attempt-result.ts';
import type { WebhookClient } from '../../engine/carriers/webhook/post-webhook.ts';
import { encryptPush } from './encrypt.ts';
import type { Push } from './find-pushes.ts';
import type { Vapid } from './vapid.ts';

/** The result of an attempt: accepted, subscription gone, refused, failed, or to be retried later. */
export type PushResult =
  | { readonly outcome: 'accepted' | 'gone' | 'refused' | 'failed' }
  | { readonly outcome: 'later'; readonly afterMs: number };

const daySeconds = 86_400;
const longestTtlSeconds = 28 * daySeconds;
const retryMs = { usual: 5_000, least: 1_000, most: 60_000 };

/** Sends a push once, encrypted for its browser and signed for its push service. */
export async function sendPush(
  { clock }: Pick<Core, 'clock'>,
  { client, vapid }: { readonly client: WebhookClient; readonly vapid: Vapid },
  { subscription, payload, expiresAt }: Push,
): Promise<PushResult> {
  const isUrgent = payload.kind === 'approval' || payload.kind === 'mention';
  const ttl = expiresAt === null ? daySeconds : Math.max(0, Math.floor((expiresAt.getTime() - clock.now()) / 1000));
  return resultOf(
    await client.post({
      url: subscription.endpoint,
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'user-agent': 'Parley/1',
        ttl: String(Math.min(ttl, longestTtlSeconds)),
        urgency: isUrgent ? 'high' : 'normal',
        topic: topicOf(subscription.subscription_id, payload),
        authorization: vapid(new URL(subscription.endpoint).origin),
      },
      body: encryptPush(Buffer.from(JSON.stringify(payload)), subscription),
    }),
  );
}

/**
 * Returns the topic of a push. A push service keeps only the newest push of a topic, and learns nothing of the
 * conversation from it.
 */
function topicOf(subscriptionId: string, { kind, conversationId }: Push['payload']): string {
  const hash = createHash('sha256').update(`${subscriptionId} ${conversationId} ${kind}`);
  return hash.digest('base64url').slice(0, 32);
}

function resultOf({ outcome, statusCode, retryAfterMs }: AttemptResult): PushResult {
  if (outcome === 'delivered') return { outcome: 'accepted' };
  if (statusCode === null) return { outcome: 'failed' };
  if (statusCode === 404 || statusCode === 410) return { outcome: 'gone' };
  if (statusCode !== 429 && statusCode < 500) return { outcome: 'refused' };
  const { usual, least, most } = retryMs;
  return { outcome: 'later', afterMs: Math.min(most, Math.max(least, retryAfterMs ?? usual)) };
}
