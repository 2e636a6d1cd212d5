import type { Agent, Manifest } from '@parley/protocol';
import type { ManifestDraft } from '../../api/agents.ts';
import type { RequestError } from '../../api/request.ts';

/** The values of the registration form. */
export interface ManifestFields {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly transport: Manifest['transport'];
  readonly webhookUrl: string;
  readonly access: Manifest['access'];
  readonly scopes: readonly ScopeField[];
  /** One prompt per line. */
  readonly prompts: string;
  readonly homepage: string;
  readonly avatarAssetId: Manifest['avatar_asset_id'];
}

export interface ScopeField {
  readonly scope: string;
  readonly reason: string;
  /** What people read instead of the scope's name; empty for none. */
  readonly title: string;
}

export const emptyManifest: ManifestFields = {
  handle: '',
  name: '',
  description: '',
  transport: 'relay',
  webhookUrl: '',
  access: 'private',
  scopes: [],
  prompts: '',
  homepage: '',
  avatarAssetId: undefined,
};

/** Returns the form values of an existing agent. */
export function fieldsOf(agent: Agent): ManifestFields {
  return {
    handle: agent.handle,
    name: agent.name,
    description: agent.description,
    transport: agent.transport,
    webhookUrl: agent.webhookUrl ?? '',
    access: agent.access,
    scopes: agent.requestedScopes.map((requested) => ({ ...requested, title: requested.title ?? '' })),
    prompts: agent.suggestedPrompts.join('\n'),
    homepage: agent.homepage ?? '',
    avatarAssetId: agent.avatarAssetId ?? undefined,
  };
}

/** Returns the manifest for the form values; leaves out empty fields. */
export function toManifest(fields: ManifestFields): ManifestDraft {
  const prompts = fields.prompts.split('\n').map((line) => line.trim());
  return {
    version: '1',
    handle: fields.handle.trim(),
    name: fields.name.trim(),
    description: fields.description.trim(),
    transport: fields.transport,
    access: fields.access,
    requested_scopes: fields.scopes.filter(({ scope }) => scope.trim() !== '').map(toRequest),
    suggested_prompts: prompts.filter((line) => line !== ''),
    ...(fields.transport === 'webhook' && { webhook_url: fields.webhookUrl.trim() }),
    ...(fields.homepage.trim() !== '' && { homepage: fields.homepage.trim() }),
    ...(fields.avatarAssetId !== undefined && { avatar_asset_id: fields.avatarAssetId }),
  };
}

function toRequest({ scope, reason, title }: ScopeField): Manifest['requested_scopes'][number] {
  return { scope, reason, ...(title.trim() !== '' && { title: title.trim() }) };
}

/** Returns the server's error message if it is about this field. */
export function fieldError(error: RequestError | null, field: string): string | null {
  if (error === null) return null;
  if (error.code === 'handle_taken') return field === 'handle' ? error.message : null;
  const isNamed = error.path === `/manifest/${field}` || error.path?.startsWith(`/manifest/${field}/`);
  return isNamed ? [error.message, error.hint].filter(Boolean).join(' ') : null;
}

/** Suggests a handle for a name. */
export function suggestHandle(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = letters.replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, 32).replace(/-+$/, '');
}
