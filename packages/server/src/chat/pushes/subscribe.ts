import { createHash } from 'node:crypto';
import { limits, newId, type SubscribeBody, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { trustedBy } from '../../platform/dialing/address-rule.ts';
import { parseAllowList } from '../../platform/settings/address-ranges.ts';
import { authorizeResolvedTarget } from '../../platform/dialing/authorize-target.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockProof } from '../../accounts/users/lock-proof.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { isPoint } from './encrypt.ts';
import { countSubscriptions, upsertSubscription, type SubscriptionRow } from './queries.ts';

type SubscribeApp = Pick<Core, 'commit' | 'clock' | 'config'>;

/**
 * Subscribes a browser to pushes, until the session or token of the caller ends. The address of the endpoint is checked
 * now and again at each dial, like a webhook's.
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
