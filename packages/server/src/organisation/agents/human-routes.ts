import { routes } from '@parley/protocol';
import { presentAgent } from '../../accounts/agents/present.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { changeAgent } from './change-agent.ts';
import type { EraseModel } from './hand-over.ts';
import { approveAgent, rejectAgent, type ApprovalRules } from './decide-agent.ts';
import { readAgents } from './read-agents.ts';
import { acceptTransfer, endTransfer, offerAgent, readTransfer } from './transfer-agent.ts';

/** Routes by which administrators see and change agents, and owners give them to others. */
export function agentControlRoutes(app: Core, eraseModel: EraseModel, rules: ApprovalRules): HumanRoute[] {
  return [...adminRoutes(app, eraseModel), ...approvalRoutes(app, rules), ...transferRoutes(app, eraseModel)];
}

function adminRoutes(app: Core, eraseModel: EraseModel): HumanRoute[] {
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

function approvalRoutes(app: Core, rules: ApprovalRules): HumanRoute[] {
  return [
    humanRoute(routes.approveAgent, async ({ caller, params, act }) => ({
      item: await approveAgent(acting(app, act), caller.userId, params.agentId, rules),
    })),
    humanRoute(routes.rejectAgent, async ({ caller, params, body, act }) => ({
      item: await rejectAgent(acting(app, act), caller.userId, params.agentId, body.reason ?? null),
    })),
  ];
}

function transferRoutes(app: Core, eraseModel: EraseModel): HumanRoute[] {
  return [
    humanRoute(routes.offerAgent, async ({ caller, params, body, act }) => ({
      item: await offerAgent(acting(app, act), caller.userId, params.agentId, body.handle),
    })),
    humanRoute(routes.getTransfer, async ({ caller, params }) => ({
      item: await readTransfer(app.storage.db, caller.userId, params.agentId),
    })),
    humanRoute(routes.acceptTransfer, async ({ caller, params, act }) => {
      const agent = await acceptTransfer({ ...acting(app, act), eraseModel }, caller.userId, params.agentId);
      return { item: presentAgent(agent, caller.userId) };
    }),
    humanRoute(routes.endTransfer, ({ caller, params, act }) =>
      endTransfer(acting(app, act), caller.userId, params.agentId),
    ),
  ];
}
