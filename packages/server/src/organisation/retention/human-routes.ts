import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { readConversationRetention, readRetention } from './read-retention.ts';
import { setConversationRetention } from './set-conversation-retention.ts';
import { setRetention } from './set-retention.ts';

/** Routes that say and set how long messages are kept. */
export function retentionRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.getRetention, async () => ({ item: await readRetention(app) })),
    humanRoute(routes.setRetention, async ({ caller, body, act }) => {
      await setRetention(acting(app, act), caller.userId, body.messagesDays);
      return { item: await readRetention(app) };
    }),
    humanRoute(routes.getConversationRetention, async ({ caller, params }) => ({
      item: await readConversationRetention(app, caller.userId, params.conversationId),
    })),
    humanRoute(routes.setConversationRetention, async ({ caller, params, body, act }) => {
      await setConversationRetention(acting(app, act), caller, params.conversationId, body.messagesDays);
      return { item: await readConversationRetention(app, caller.userId, params.conversationId) };
    }),
  ];
}
