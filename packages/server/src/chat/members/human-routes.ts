import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { NewContacts } from '../conversations/new-contacts.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { addMember, removeMember, type EndStay } from './change-members.ts';

/** Routes that add and remove members of a conversation. */
export function memberRoutes(app: App, endStay: EndStay, passNewContacts: NewContacts): HumanRoute[] {
  return [
    humanRoute(routes.addMember, async ({ caller, params, body, act }) => ({
      item: await addMember({ ...acting(app, act), passNewContacts }, caller, params.conversationId, body),
    })),
    humanRoute(routes.removeMember, ({ caller, params, act }) =>
      removeMember(acting(app, act), caller, params.conversationId, params.memberId, endStay),
    ),
  ];
}
