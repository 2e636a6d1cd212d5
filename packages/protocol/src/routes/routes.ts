import { accessRoutes } from './access.ts';
import { agentsRoutes } from './agents.ts';
import { approvalRoutes } from './approvals.ts';
import { assetRoutes } from './assets.ts';
import { conversationRoutes } from './conversations.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { formRoutes } from './forms.ts';
import { membershipRoutes } from './memberships.ts';
import { messageRoutes } from './messages.ts';
import { notificationRoutes } from './notifications.ts';
import { peopleRoutes } from './people.ts';
import { pushRoutes } from './pushes.ts';
import type { RouteRow } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { taskRoutes } from './tasks.ts';
import { toolRoutes } from './tools.ts';

/** Every route by its name, which is also its operation id in the OpenAPI document. */
export const routes = {
  ...peopleRoutes,
  ...accessRoutes,
  ...agentsRoutes,
  ...membershipRoutes,
  ...conversationRoutes,
  ...messageRoutes,
  ...assetRoutes,
  ...formRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...taskRoutes,
  ...scheduleRoutes,
  ...approvalRoutes,
  ...toolRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
} as const satisfies Record<string, RouteRow>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The same routes by concept, in the order in which a reader meets them. */
export const routesByConcept: Readonly<Record<string, RouteConcept>> = {
  people: { about: 'Signing up and in, and finding others.', routes: peopleRoutes },
  access: { about: 'Your sessions, your password, and tokens for programs.', routes: accessRoutes },
  agents: { about: 'Your agents, their credentials, and the directory.', routes: agentsRoutes },
  memberships: { about: 'The terms on which a person has to do with an agent.', routes: membershipRoutes },
  conversations: { about: 'Conversations and who is in them.', routes: conversationRoutes },
  messages: { about: 'What people and agents say.', routes: messageRoutes },
  assets: { about: 'Files, and who may read them.', routes: assetRoutes },
  forms: { about: 'Answers to forms.', routes: formRoutes },
  notifications: { about: 'What draws a person’s attention.', routes: notificationRoutes },
  pushes: { about: 'Pushes to browsers while the app is closed.', routes: pushRoutes },
  tasks: { about: 'Work that a person gives an agent.', routes: taskRoutes },
  schedules: { about: 'What an agent is told at set times.', routes: scheduleRoutes },
  approvals: { about: 'What waits for a person’s decision, and their coins.', routes: approvalRoutes },
  tools: { about: 'What the platform does and finds for agents.', routes: toolRoutes },
  deliveries: { about: 'The delivery log of an owner, and the relay.', routes: deliveryRoutes },
  events: { about: 'Signals to browsers.', routes: eventRoutes },
};

export interface RouteConcept {
  readonly about: string;
  readonly routes: Readonly<Record<string, RouteRow>>;
}
