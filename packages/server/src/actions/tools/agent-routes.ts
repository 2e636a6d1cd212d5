import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { tokenBucket } from '../../platform/routing/token-bucket.ts';
import { invokeTool } from './invoke-tool.ts';
import { listTools } from './list-tools.ts';
import type { Toolbox } from './toolbox.ts';

/** Routes by which agents list tools and invoke them. */
export function toolRoutes(app: App, toolbox: Pick<Toolbox, 'find' | 'known' | 'list'>): AgentRoute[] {
  const { config, clock } = app;
  const asks = config.rateLimits && tokenBucket(config.rateLimits.approvals, clock);
  return [
    agentRoute(routes.listTools, ({ agent }) => listTools(app, toolbox, agent.agentId)),
    agentRoute(routes.invokeTool, async ({ agent, body, key }) =>
      invokeTool(app, await toolbox.find(body.tool), { agentId: agent.agentId, body, key, known: toolbox.known, asks }),
    ),
  ];
}
