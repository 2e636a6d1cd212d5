import { limits, routes, type QuotaItem } from '@parley/protocol';
import { countAgentsOfOwner } from '../accounts/agents/queries.ts';
import { countActive } from '../actions/standing/grant-queries.ts';
import type { App } from '../chat/conversations/app.ts';
import { sumAssetBytes } from '../accounts/assets/queries.ts';
import { countConversationsOfCreator } from '../chat/conversations/count-queries.ts';
import { humanRoute, type HumanRoute } from '../platform/routing/route.ts';
import type { Counts } from './limits/counts.ts';

/** The route of a person's quotas and their use. */
export function quotaRoute({ clock, config, storage }: App, streams: Counts): HumanRoute {
  return humanRoute(routes.getQuota, async ({ caller: { userId } }) => {
    const [agents, conversations, bytes, grants] = await storage.transaction((tx) =>
      Promise.all([
        countAgentsOfOwner(tx, userId),
        countConversationsOfCreator(tx, userId),
        sumAssetBytes(tx, userId),
        countActive(tx, userId, new Date(clock.now())),
      ]),
    );
    const items: QuotaItem[] = [
      { name: 'agents', used: agents, limit: config.agentsMax },
      { name: 'rooms', used: conversations, limit: config.conversationsMax },
      { name: 'asset_bytes', used: bytes, limit: config.assetBytesMax },
      { name: 'event_streams', used: streams.of(userId), limit: config.eventStreamsMax },
      { name: 'standing_grants', used: grants, limit: limits.standingGrantsPerPerson },
    ];
    return { items };
  });
}
