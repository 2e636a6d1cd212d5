import { handleFault, nameFault, type AgentId, type AssetId, type Manifest, type UserId } from '@parley/protocol';
import type { Config } from '../../platform/settings/config.ts';
import { isLoopback } from '../../platform/settings/loopback.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
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

/** Refuses an avatar that is not a picture of one of these owners, and keeps a valid one permanently. */
export type ValidateAvatar = (tx: Tx, assetId: AssetId, owners: readonly (UserId | AgentId)[]) => Promise<void>;

type WebhookRules = Pick<Config, 'webhookAllow' | 'localWebhooks'>;

/**
 * Validates a manifest and returns the fields to store. A webhook must use https; plain http is allowed only if the
 * operator trusts some addresses, or to this machine if the server is for this machine alone. The address behind a URL
 * is checked at each connection, not here, because DNS can change.
 */
export function validateManifest(manifest: Manifest, config: WebhookRules): ManifestFields {
  if (manifest.webhook_url !== undefined) validateUrl(manifest.webhook_url, config);
  return manifestFields(manifest);
}

/** Returns the fields that a manifest is stored in. */
export function manifestFields(manifest: Manifest): ManifestFields {
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

/** Refuses a handle or name that may not be chosen. An agent may keep the ones that it has. */
export function validateNames(
  { handle, name }: Pick<Manifest, 'handle' | 'name'>,
  kept?: Pick<AgentRow, 'handle' | 'name'>,
): void {
  const handleRefused = handle === kept?.handle ? null : handleFault(handle);
  if (handleRefused) refuse('malformed_request', { path: '/manifest/handle', ...handleRefused });
  const nameRefused = name === kept?.name ? null : nameFault(name);
  if (nameRefused) refuse('malformed_request', { path: '/manifest/name', ...nameRefused });
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
