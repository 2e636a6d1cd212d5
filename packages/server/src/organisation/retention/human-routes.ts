import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { readConversationRetention, readRetention } from './read-retention.ts';
import { setConversationRetention } from './set-conversation-retention.ts';
import { setRetention } from './set-retention.ts';

/** Routes that say and set how long messages are kept. */
export function retentionRoutes(app: App): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute(routes.getRetention, async () => ({ item: await readRetention(storage.db, clock.now()) })),
    humanRoute(routes.setRetention, async ({ caller, body, act }) => ({
      item: await setRetention(acting(app, act), caller.userId, body.messagesDays),
    })),
    humanRoute(routes.getConversationRetention, async ({ caller, params }) => ({
      item: await readConversationRetention(storage.db, {
        userId: caller.userId,
        conversationId: params.conversationId,
        nowMs: clock.now(),
      }),
    })),
    humanRoute(routes.setConversationRetention, async ({ caller, params, body, act }) => ({
      item: await setConversationRetention(acting(app, act), caller, params.conversationId, body.messagesDays),
    })),
  ];
}
