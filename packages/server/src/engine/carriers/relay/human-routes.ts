import { routes } from '@parley/protocol';
import { requireOwnedAgent } from '../../../accounts/agents/owned-agent.ts';
import { createCallerReader } from '../../../accounts/users/read-caller.ts';
import { acting } from '../../../platform/routing/acting.ts';
import { humanRoute, unopened, type HumanRoute } from '../../../platform/routing/route.ts';
import type { RelayApp } from '../relay-app.ts';
import { endListening, listenToAgent } from './listen.ts';

/** Routes by which an owner listens to the deliveries of their agent. */
export function listeningRoutes(app: RelayApp): HumanRoute[] {
  const callers = createCallerReader(app);
  return [
    humanRoute(routes.listenToAgent, async ({ caller, params: { agentId }, act, isHead }) => {
      if (!isHead) return listenToAgent(acting(app, act), callers, caller, agentId);
      await requireOwnedAgent(app.storage.db, caller.userId, agentId);
      return unopened;
    }),
    humanRoute(routes.endListening, async ({ caller, params: { agentId }, act }) => {
      await endListening(acting(app, act), caller.userId, agentId);
    }),
  ];
}
