import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import { addMember, removeMember } from './change-members.ts';

/** Who joins a conversation and who leaves it. */
export function memberRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.addMember, async ({ caller, params, body }) => ({
      item: await addMember(app, caller, params.conversationId, body),
    })),
    humanRoute(routes.removeMember, ({ caller, params }) =>
      removeMember(app, caller, params.conversationId, params.memberId),
    ),
  ];
}
