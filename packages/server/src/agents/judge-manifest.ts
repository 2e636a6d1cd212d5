import type { AgentId, AssetId, Manifest, UserId } from '@parley/protocol';
import type { Config } from '../config.ts';
import { refuse } from '../refusal.ts';
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
export type JudgeAvatar = (tx: Tx, assetId: AssetId, owners: readonly (UserId | AgentId)[]) => Promise<void>;

/**
 * Turns a manifest into what is stored of it. Webhooks are https; plain http passes only where the operator trusts some
 * addresses. Which address a URL leads to is judged at each dial, not here: names change what they resolve to.
 */
export function judgeManifest(manifest: Manifest, config: Pick<Config, 'webhookAllow'>): ManifestFields {
  if (manifest.webhook_url !== undefined) judgeUrl(manifest.webhook_url, config.webhookAllow !== '');
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

function judgeUrl(text: string, httpAllowed: boolean): void {
  const url = new URL(text);
  const path = '/manifest/webhook_url';
  if (url.protocol !== 'https:' && !httpAllowed) {
    refuse('malformed_request', { path, message: 'A webhook_url is https.', hint: 'Serve the webhook over https.' });
  }
  if (url.username !== '' || url.password !== '') {
    refuse('malformed_request', { path, message: 'A webhook_url holds no user name or password.' });
  }
}
