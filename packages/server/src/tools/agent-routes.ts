import { invokeToolAnswer, invokeToolBody } from '@parley/protocol';
import type { App } from '../app.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { invokeTool } from './invoke-tool.ts';
import type { Toolbox } from './toolbox.ts';

/** What agents ask the platform to do for them. */
export function toolRoutes(app: App, toolbox: Pick<Toolbox, 'find'>): AgentRoute[] {
  return [
    agentRoute({
      method: 'POST',
      path: '/hooks/v1/tools/invoke',
      summary: 'Ask the platform to act with a tool on behalf of the person of a delivery.',
      body: invokeToolBody,
      success: { status: 200, schema: invokeToolAnswer },
      refusals: ['delivery_not_found', 'tool_not_found', 'scope_not_granted', 'arguments_invalid'],
      idempotency: 'required',
      replayProtected: true,
      async handle({ agent, body, key }) {
        return invokeTool(app, await toolbox.find(body.tool), { agentId: agent.agentId, body, key });
      },
    }),
  ];
}
