import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { agentRoute, type AgentRoute } from '../routing/route.ts';
import { invokeTool } from './invoke-tool.ts';
import { listTools } from './list-tools.ts';
import type { Toolbox } from './toolbox.ts';

/** What agents ask the platform to do for them, and what they can ask for. */
export function toolRoutes(app: App, toolbox: Pick<Toolbox, 'find' | 'known' | 'list'>): AgentRoute[] {
  return [
    agentRoute(routes.listTools, ({ agent }) => listTools(app, toolbox, agent.agentId)),
    agentRoute(routes.invokeTool, async ({ agent, body, key }) =>
      invokeTool(app, await toolbox.find(body.tool), { agentId: agent.agentId, body, key, known: toolbox.known }),
    ),
  ];
}
