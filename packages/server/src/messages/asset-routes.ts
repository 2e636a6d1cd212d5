import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { serveAsset } from '../assets/serve-asset.ts';
import { isGoodLink, signLink } from '../assets/signed-link.ts';
import type { AssetStore } from '../assets/store.ts';
import { agentRoute, humanRoute, type AgentRoute, type HumanRoute } from '../routing/route.ts';
import { assetForAgent, assetForPerson, findAsset } from './read/read-asset.ts';

/** Bytes never change, but who may read them does: a browser asks again after an hour. */
const cacheSeconds = 3600;

/** The bytes of assets, for people and for whoever holds a link. */
export function assetRoutes(app: App, store: AssetStore): HumanRoute[] {
  return [
    humanRoute(routes.downloadAsset, async ({ caller, params, headers }) => {
      const asset = await assetForPerson(app, caller.userId, params.assetId);
      return serveAsset(store, asset, headers, cacheSeconds);
    }),
    humanRoute(routes.downloadSignedAsset, async ({ params, query, headers, refuse }) => {
      const asset = await findAsset(app, params.assetId);
      if (!asset || !isGoodLink(app, asset.asset_id, query)) return refuse('asset_not_found');
      return serveAsset(store, asset, headers, 0);
    }),
  ];
}

/** Links to the bytes of assets, for agents. */
export function assetLinkRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.getAssetUrl, async ({ agent, params, origin }) => {
      const asset = await assetForAgent(app, agent.agentId, params.assetId);
      return signLink(app, origin, asset.asset_id);
    }),
  ];
}
