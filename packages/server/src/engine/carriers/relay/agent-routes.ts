import { routes } from '@parley/protocol';
import { agentRoute, type AgentRoute } from '../../../platform/routing/route.ts';
import type { RelayApp } from '../relay-app.ts';
import { openRelay, tellReady } from './open-relay.ts';

/** The route by which an agent opens its delivery stream. */
export function relayRoutes(app: RelayApp): AgentRoute[] {
  return [
    agentRoute(routes.openRelay, ({ agent, query, isHead }) =>
      query.only === 'ready' || isHead ? tellReady(app, agent) : openRelay(app, agent),
    ),
  ];
}
