import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { serveAsset } from '../../accounts/assets/serve-asset.ts';
import { isGoodLink, signLink } from '../../accounts/assets/signed-link.ts';
import type { AssetStore } from '../../accounts/assets/store.ts';
import { agentRoute, humanRoute, type AgentRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { assetForAgent, assetForPerson, findAsset } from './read/read-asset.ts';

/** Bytes never change, but permissions do: browsers check again after an hour. */
const cacheSeconds = 3600;

/** Routes that serve the bytes of assets, to members and to holders of a signed link. */
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

/** Routes that give agents signed links to assets. */
export function assetLinkRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.getAssetUrl, async ({ agent, params, origin }) => {
      const asset = await assetForAgent(app, agent.agentId, params.assetId);
      return signLink(app, origin, asset.asset_id);
    }),
  ];
}
