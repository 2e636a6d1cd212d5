import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { changeAgent } from './change-agent.ts';
import type { EraseModel } from './hand-over.ts';
import { readAgents } from './read-agents.ts';

/** Routes by which administrators see and change agents. */
export function adminAgentRoutes(app: Core, eraseModel: EraseModel): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute(routes.listAllAgents, async ({ query: { q = '', state, sort = 'newest' } }) => {
      const asked = { q: q.trim().replaceAll('\0', ''), state: state ?? null, sort };
      return { items: await readAgents(storage.db, asked, clock.now()) };
    }),
    humanRoute(routes.changeAgent, async ({ caller, params, body, act }) => ({
      item: await changeAgent({ ...acting(app, act), eraseModel }, caller.userId, params.agentId, body),
    })),
  ];
}
