import { assetUrlAnswer } from '@parley/protocol';
import type { App } from '../app.ts';
import { serveAsset } from '../assets/serve-asset.ts';
import { isGoodLink, signLink } from '../assets/signed-link.ts';
import type { AssetStore } from '../assets/store.ts';
import { refuse } from '../refusal.ts';
import { agentRoute, humanRoute, ok, openRoute, type AgentRoute, type HumanRoute } from '../route.ts';
import { assetForAgent, assetForPerson, findAsset } from './read-asset.ts';

/** Bytes never change, but who may read them does: a browser asks again after an hour. */
const cacheSeconds = 3600;

/** The bytes of assets, for people and for whoever holds a link. */
export function assetRoutes(app: App, store: AssetStore): HumanRoute[] {
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/assets/:assetId',
      summary: 'The bytes of an asset, or a range of them.',
      success: { status: 200, media: '*/*' },
      refusals: ['asset_not_found', 'range_not_satisfiable'],
      async handle({ caller, params, headers }) {
        const asset = await assetForPerson(app, caller.userId, params.assetId as string);
        return serveAsset(store, asset, headers, cacheSeconds);
      },
    }),
    openRoute({
      method: 'GET',
      path: '/v1/assets/:assetId/signed',
      summary:
        'The bytes of an asset by a link that an agent was given; it needs no session and ends after five minutes.',
      success: { status: 200, media: '*/*' },
      refusals: ['asset_not_found', 'range_not_satisfiable'],
      async handle({ params, query, headers }) {
        const asset = await findAsset(app, params.assetId as string);
        if (!asset || !isGoodLink(app, asset.asset_id, query)) return refuse('asset_not_found');
        return serveAsset(store, asset, headers, 0);
      },
    }),
  ];
}

/** Links to the bytes of assets, for agents. */
export function assetLinkRoutes(app: App): AgentRoute[] {
  return [
    agentRoute({
      method: 'GET',
      path: '/hooks/v1/assets/:assetId/url',
      summary: 'A link to the bytes of an asset that is good for five minutes.',
      success: { status: 200, schema: assetUrlAnswer },
      refusals: ['asset_not_found'],
      replayProtected: false,
      async handle({ agent, params, origin }) {
        const asset = await assetForAgent(app, agent.agentId, params.assetId as string);
        return ok(signLink(app, origin, asset.asset_id));
      },
    }),
  ];
}
