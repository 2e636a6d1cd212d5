import { createHash } from 'node:crypto';
import { limits, newId, type SubscribeBody, type UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { trustedBy } from '../carriers/webhook/address-rule.ts';
import { parseAllowList } from '../settings/address-ranges.ts';
import { authorizeResolvedTarget } from '../carriers/webhook/authorize-target.ts';
import { refuse } from '../routing/refusal.ts';
import { lockProof } from '../users/lock-proof.ts';
import type { Proof } from '../routing/proof.ts';
import { lockUser } from '../users/queries.ts';
import { isPoint } from './encrypt.ts';
import { countSubscriptions, upsertSubscription, type SubscriptionRow } from './queries.ts';

type SubscribeApp = Pick<Core, 'commit' | 'clock' | 'config'>;

/**
 * Has pushes sent to a browser, until the session or token that asks ends. Where the endpoint leads is judged by what it says now, and
 * again at each dial, as a webhook's is.
 */
export async function subscribe(
  app: SubscribeApp,
  { userId, proof }: { readonly userId: UserId; readonly proof: Proof },
  body: SubscribeBody,
): Promise<SubscriptionRow> {
  await validateEndpoint(app, body.endpoint);
  const p256dh = Buffer.from(body.keys.p256dh, 'base64url');
  if (!isPoint(p256dh)) {
    refuse('malformed_request', { path: '/keys/p256dh', message: 'This is not an uncompressed point of P-256.' });
  }
  const now = new Date(app.clock.now());
  const { endpoint } = body;
  const endpointHash = createHash('sha256').update(endpoint).digest();
  return app.commit(async ({ tx, signal }) => {
    await lockUser(tx, userId);
    const access = await lockProof(tx, proof, now);
    if (access === null) return refuse('unauthenticated');
    const count = await countSubscriptions(tx, userId, endpointHash, now);
    if (count >= limits.pushSubscriptionsPerPerson) refuse('too_many_subscriptions');
    signal([{ to: 'servers', type: 'pushSubscribed' }]);
    return upsertSubscription(tx, {
      subscription_id: newId('subscription', now.getTime()),
      user_id: userId,
      endpoint,
      endpoint_hash: endpointHash,
      p256dh,
      auth: Buffer.from(body.keys.auth, 'base64url'),
      proof,
      created_at: now,
      ends_at: earlier(access.endsAt, expiryOf(body)),
    });
  });
}

async function validateEndpoint({ config }: Pick<Core, 'config'>, endpoint: string): Promise<void> {
  const allow = trustedBy(new URL(endpoint).protocol, parseAllowList(config.webhookAllow), config.localWebhooks);
  const verdict = await authorizeResolvedTarget(endpoint, allow);
  if (verdict.ok) return;
  refuse('malformed_request', { path: '/endpoint', message: verdict.error.replace('The webhook URL', 'The endpoint') });
}

function expiryOf({ expirationTime }: SubscribeBody): Date | null {
  return expirationTime === undefined || expirationTime === null ? null : new Date(expirationTime);
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
