import { routes } from '@parley/protocol';
import type { App } from '../app.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { invokeTool } from './invoke-tool.ts';
import type { Toolbox } from './toolbox.ts';

/** What agents ask the platform to do for them. */
export function toolRoutes(app: App, toolbox: Pick<Toolbox, 'find' | 'known'>): AgentRoute[] {
  return [
    agentRoute(routes.invokeTool, async ({ agent, body, key }) =>
      invokeTool(app, await toolbox.find(body.tool), { agentId: agent.agentId, body, key, known: toolbox.known }),
    ),
  ];
}
