import type { AgentId, AgentTool, AgentToolsAnswer } from '@parley/protocol';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { JsonText } from '../../platform/routing/json-text.ts';
import { fittingTexts } from '../../platform/routing/pages.ts';
import { mayStand } from './define-tool.ts';
import type { Tool } from './tool.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Lists the tools that an agent can ask for, if people grant their scopes. The list ends before it passes 1 MiB, as a
 * page does.
 */
export async function listTools(
  { storage }: Pick<App, 'storage'>,
  toolbox: Pick<Toolbox, 'list'>,
  agentId: AgentId,
): Promise<JsonText<AgentToolsAnswer>> {
  const [agent] = await findAgents(storage.db, [agentId]);
  const tools = agent === undefined ? [] : await toolbox.list(agent);
  const texts = fittingTexts(tools, (tool) => JSON.stringify(presentTool(tool)));
  return new JsonText(`{"items":[${texts.join(',')}]}`);
}

function presentTool(tool: Tool): AgentTool {
  const { name, scope, description, inputSchema, policy } = tool;
  return { name, scope, description, input_schema: inputSchema, policy, standing: mayStand(tool) };
}
