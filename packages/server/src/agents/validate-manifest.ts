import type { AgentId, AssetId, Manifest, UserId } from '@parley/protocol';
import type { Config } from '../settings/config.ts';
import { isLoopback } from '../settings/loopback.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import type { AgentRow } from './agent.ts';

type ManifestFields = Pick<
  AgentRow,
  | 'handle'
  | 'name'
  | 'description'
  | 'transport'
  | 'webhook_url'
  | 'access'
  | 'requested_scopes'
  | 'suggested_prompts'
  | 'homepage'
  | 'avatar_asset_id'
>;

/** Refuses an avatar that is not a picture of one of these owners, and keeps one that is. */
export type ValidateAvatar = (tx: Tx, assetId: AssetId, owners: readonly (UserId | AgentId)[]) => Promise<void>;

type WebhookRules = Pick<Config, 'webhookAllow' | 'localWebhooks'>;

/**
 * Turns a manifest into what is stored of it. Webhooks are https; plain http passes only where the operator trusts some
 * addresses, and to this machine itself where the server is for this machine alone. Which address a URL leads to is judged at each dial,
 * not here: names change what they resolve to.
 */
export function validateManifest(manifest: Manifest, config: WebhookRules): ManifestFields {
  if (manifest.webhook_url !== undefined) validateUrl(manifest.webhook_url, config);
  return {
    handle: manifest.handle,
    name: manifest.name,
    description: manifest.description,
    transport: manifest.transport,
    webhook_url: manifest.webhook_url ?? null,
    access: manifest.access,
    requested_scopes: manifest.requested_scopes,
    suggested_prompts: manifest.suggested_prompts ?? [],
    homepage: manifest.homepage ?? null,
    avatar_asset_id: manifest.avatar_asset_id ?? null,
  };
}

function validateUrl(text: string, { webhookAllow, localWebhooks }: WebhookRules): void {
  const url = new URL(text);
  const path = '/manifest/webhook_url';
  const isHttpAllowed = webhookAllow !== '' || (localWebhooks && isLoopback(url.hostname));
  if (url.protocol !== 'https:' && !isHttpAllowed) {
    refuse('malformed_request', {
      path,
      message: 'A webhook_url is https.',
      hint: 'Serve the webhook over https, or have the operator name its network in PARLEY_WEBHOOK_ALLOW, for which http passes too.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    refuse('malformed_request', { path, message: 'A webhook_url holds no user name or password.' });
  }
}
