import type { Agent, Manifest } from '@parley/protocol';
import type { ManifestDraft } from '../../api/agents.ts';
import type { RequestError } from '../../api/request.ts';

/** What is typed into the registration form. */
export interface ManifestFields {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly transport: Manifest['transport'];
  readonly webhookUrl: string;
  readonly access: Manifest['access'];
  readonly scopes: readonly ScopeField[];
  /** One prompt a line. */
  readonly prompts: string;
  readonly homepage: string;
  /** Kept as it is: a picture comes by file. */
  readonly avatarAssetId: Manifest['avatar_asset_id'];
}

export interface ScopeField {
  readonly scope: string;
  readonly reason: string;
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

/** What stands in the form of an agent that is there already. */
export function fieldsOf(agent: Agent): ManifestFields {
  return {
    handle: agent.handle,
    name: agent.name,
    description: agent.description,
    transport: agent.transport,
    webhookUrl: agent.webhookUrl ?? '',
    access: agent.access,
    scopes: agent.requestedScopes,
    prompts: agent.suggestedPrompts.join('\n'),
    homepage: agent.homepage ?? '',
    avatarAssetId: agent.avatarAssetId ?? undefined,
  };
}

/** The manifest that the fields make; what was left empty is left out. */
export function toManifest(fields: ManifestFields): ManifestDraft {
  const prompts = fields.prompts.split('\n').map((line) => line.trim());
  return {
    version: '1',
    handle: fields.handle.trim(),
    name: fields.name.trim(),
    description: fields.description.trim(),
    transport: fields.transport,
    access: fields.access,
    requested_scopes: fields.scopes.filter(({ scope }) => scope.trim() !== ''),
    suggested_prompts: prompts.filter((line) => line !== ''),
    ...(fields.transport === 'webhook' && { webhook_url: fields.webhookUrl.trim() }),
    ...(fields.homepage.trim() !== '' && { homepage: fields.homepage.trim() }),
    ...(fields.avatarAssetId !== undefined && { avatar_asset_id: fields.avatarAssetId }),
  };
}

/** The server's sentence for the field that it named, if it named this one. */
export function fieldError(error: RequestError | null, field: string): string | null {
  if (error === null) return null;
  if (error.code === 'handle_taken') return field === 'handle' ? error.message : null;
  const isNamed = error.path === `/manifest/${field}` || error.path?.startsWith(`/manifest/${field}/`);
  return isNamed ? [error.message, error.hint].filter(Boolean).join(' ') : null;
}

/** A handle made of a name, as a first proposal. */
export function suggestHandle(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = letters.replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, 32).replace(/-+$/, '');
}
