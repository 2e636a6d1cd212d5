import type { AgentModel, ChangeModelBody, UserId } from '@parley/protocol';
import { lockOwnedAgent } from '../accounts/agents/owned-agent.ts';
import { putManifest, type WithdrawScopes } from '../accounts/agents/put-manifest.ts';
import { refuse } from '../platform/routing/refusal.ts';
import type { RequestHeaders } from '../platform/routing/route.ts';
import { chooseSource, storedSource, type Source, type Wanted } from './choose-source.ts';
import { findModel, updateModel } from './model-queries.ts';
import { modelPackage } from './model-package.ts';
import { withScopes } from './model-tools.ts';
import { pricesOf, type ModelRow } from './model.ts';
import type { ModelsApp } from './models-app.ts';
import { openKey } from './open-key.ts';
import { presentModel } from './present.ts';
import { requireModel } from './require-model.ts';

/** Changes the model of the caller's agent. A new source is tried first; the server that runs the model starts it again. */
export async function changeModel(
  models: ModelsApp,
  caller: { readonly userId: UserId; readonly agentId: string },
  body: ChangeModelBody,
  { headers, withdraw }: { readonly headers: RequestHeaders; readonly withdraw: WithdrawScopes },
): Promise<AgentModel> {
  const { app, offers } = models;
  const { row: before } = await requireModel(app.storage.db, caller.userId, caller.agentId);
  const scoped = body.tools === undefined ? null : await withScopes(models, body.tools);
  const isTried = [body.offerId, body.url, body.key, body.model].some((value) => value !== undefined);
  const wanted = wantedOf(models, before, body);
  const source: Source = isTried
    ? await chooseSource(models, wanted, headers)
    : { ...wanted, prices: wanted.prices ?? null };
  const { modelManifest } = await modelPackage();
  const row = await app.commit(async (work) => {
    const agent = await lockOwnedAgent(work.tx, caller.userId, caller.agentId);
    if ((await findModel(work.tx, agent.agent_id)) === null) return refuse('model_not_found');
    const { handle, name } = agent;
    const { requested_scopes: scopes, description } = modelManifest({
      handle,
      name,
      model: source.model,
      tools: scoped ?? [],
    });
    const isOwnText = agent.description !== modelManifest({ handle, name, model: before.model }).description;
    const about = { ...agent, description: isOwnText ? agent.description : description };
    await work.audit('model.changed', { agentId: agent.agent_id });
    const next = scoped === null ? about : { ...about, requested_scopes: scopes ?? [] };
    await putManifest(work, app.config, { before: agent, next }, withdraw);
    return updateModel(work.tx, agent.agent_id, {
      ...stored(models, before, source, body),
      instructions: body.instructions === undefined ? before.instructions : body.instructions,
      tools: body.tools ?? before.tools,
    });
  });
  return presentModel(row, offers);
}

/** What is named replaces what there was. Another source begins without key and prices: they belong to its address. */
function wantedOf({ app: { secrets } }: Pick<ModelsApp, 'app'>, row: ModelRow, body: ChangeModelBody): Wanted {
  const isOther = body.offerId !== undefined || (body.url !== undefined && body.url !== row.url);
  const kept = isOther ? null : openKey(secrets, row);
  const offerId = body.url === undefined ? (body.offerId ?? row.offer_id) : null;
  if (offerId !== null && body.images !== undefined)
    refuse('malformed_request', { path: '/images', message: 'The operator says whether this model reads images.' });
  const before = isOther ? null : pricesOf(row);
  const isSameModel = !isOther && (body.model === undefined || body.model === row.model);
  return {
    offerId,
    url: body.offerId === undefined ? (body.url ?? row.url) : null,
    key: body.key === undefined ? kept : body.key,
    model: body.model ?? row.model,
    prices: body.prices === undefined && isSameModel ? before : body.prices,
    pricesBefore: before,
    images: body.images ?? row.images,
  };
}

/** A key that stays is not sealed again, so that one that this server cannot open is not lost. */
function stored(models: ModelsApp, row: ModelRow, source: Source, body: ChangeModelBody) {
  const columns = storedSource(models, row.agent_id, source);
  const isSame = source.offerId === row.offer_id && source.url === row.url && body.key === undefined;
  return isSame ? { ...columns, sealed_key: row.sealed_key, key_id: row.key_id } : columns;
}
