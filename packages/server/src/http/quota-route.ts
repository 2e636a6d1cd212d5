import { routes, type QuotaItem } from '@parley/protocol';
import { countAgentsOfOwner } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { sumAssetBytes } from '../assets/queries.ts';
import { countConversationsOfCreator } from '../conversations/queries.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import type { Tally } from './tally.ts';

/** What a person has, of what they may have. */
export function quotaRoute({ config, storage }: App, streams: Tally): HumanRoute {
  return humanRoute(routes.getQuota, async ({ caller: { userId } }) => {
    const [agents, conversations, bytes] = await storage.transaction((tx) =>
      Promise.all([countAgentsOfOwner(tx, userId), countConversationsOfCreator(tx, userId), sumAssetBytes(tx, userId)]),
    );
    const items: QuotaItem[] = [
      { name: 'agents', used: agents, limit: config.agentsMax },
      { name: 'rooms', used: conversations, limit: config.conversationsMax },
      { name: 'asset_bytes', used: bytes, limit: config.assetBytesMax },
      { name: 'event_streams', used: streams.of(userId), limit: config.eventStreamsMax },
    ];
    return { items };
  });
}
