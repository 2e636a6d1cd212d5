import { randomBytes } from 'node:crypto';
import {
  handleFault,
  manifest as manifestSchema,
  type AddedModel,
  type AddModelBody,
  type Manifest,
} from '@parley/protocol';
import type { Issuer } from '../accounts/agents/issue-credential.ts';
import { presentAgent } from '../accounts/agents/present.ts';
import { registerAgent } from '../accounts/agents/register-agent.ts';
import { avatarValidator } from '../accounts/assets/validate-avatar.ts';
import { Refused } from '../platform/routing/refusal.ts';
import type { RequestHeaders } from '../platform/routing/route.ts';
import { chooseSource, storedSource } from './choose-source.ts';
import { insertModel } from './model-queries.ts';
import { modelPackage } from './model-package.ts';
import { withScopes } from './model-tools.ts';
import type { ModelRow } from './model.ts';
import type { ModelsApp } from './models-app.ts';
import { presentModel } from './present.ts';

/**
 * Registers an agent that is a model, with its own credential, after the model's address was tried. A server on this
 * database then runs it.
 */
export async function addModel(
  models: ModelsApp,
  { userId, proof }: Issuer,
  { name, handle, offerId, url, key, model, instructions, tools = [], prices, images = false }: AddModelBody,
  headers: RequestHeaders,
): Promise<AddedModel> {
  const { app, offers } = models;
  const scoped = await withScopes(models, tools);
  const wanted = {
    offerId: offerId ?? null,
    url: url ?? null,
    key: key ?? null,
    model,
    prices,
    images,
  };
  const source = await chooseSource(models, wanted, headers);
  const { modelManifest } = await modelPackage();
  const manifest = manifestSchema.parse(modelManifest({ handle: handleFor(handle, name), name, model, tools: scoped }));
  const rows: ModelRow[] = [];
  const register = (one: Manifest) =>
    registerAgent(
      app,
      { userId, proof },
      one,
      avatarValidator(app),
      async ({ tx, audit }, { agent_id: agentId, created_at }) => {
        const choice = { ...storedSource(models, agentId, source), instructions: instructions ?? null, tools };
        rows.push(await insertModel(tx, agentId, choice, created_at));
        await audit('model.added', { agentId });
      },
    );
  const { agent } = await orWithOtherHandle(register, manifest, handle !== undefined);
  const row = rows.at(-1);
  if (row === undefined) throw new Error('The model was not stored with its agent.');
  app.hub.publish([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
  return { item: presentAgent(agent, userId), model: presentModel(row, offers) };
}

/** Registers with a handle of the server's choice once more if it is taken. */
async function orWithOtherHandle<T>(
  register: (manifest: Manifest) => Promise<T>,
  manifest: Manifest,
  isChosen: boolean,
): Promise<T> {
  try {
    return await register(manifest);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'handle_taken') throw error;
    if (isChosen) throw new Refused({ ...error.refusal, path: '/handle' });
    return register({ ...manifest, handle: withEnding(manifest.handle) });
  }
}

/** Returns the chosen handle, or one that is made of the name. */
function handleFor(chosen: string | undefined, name: string): string {
  if (chosen !== undefined) return chosen;
  const letters = name.normalize('NFKD').toLowerCase();
  const made = letters
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32);
  if (made.length < 2) return withEnding('model');
  return handleFault(made) === null ? made : withEnding(`${made}-model`);
}

const withEnding = (handle: string) => `${handle.slice(0, 23)}-${randomBytes(4).toString('hex')}`;
