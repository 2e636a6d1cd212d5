import type { ModelTool } from '@parley/protocol';
import { refuse } from '../platform/routing/refusal.ts';
import type { Tool } from '../actions/tools/tool.ts';
import type { ModelsApp } from './models-app.ts';

/** Returns the names of tools with their scopes, as the manifest of a model takes them. Refuses unknown tools. */
export async function withScopes({ toolbox }: Pick<ModelsApp, 'toolbox'>, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => toolbox.find(name)));
  return found.map((tool, index) => {
    if (tool) return `${tool.name}:${tool.scope}`;
    return refuse('tool_not_found', { path: `/tools/${index}`, hint: 'GET /v1/models/tools lists the tools.' });
  });
}

/** Lists the tools that a new agent of this person may use. The tools of tool servers are found by name only. */
export function toolsFor({ toolbox }: Pick<ModelsApp, 'toolbox'>, handle: string): ModelTool[] {
  const isOpen = ({ policy, reach }: Tool) =>
    policy !== 'deny' && reach.agents === null && (reach.people === null || reach.people.includes(handle));
  return toolbox.known.filter(isOpen).map(({ name, scope, description }) => ({ name, scope, description }));
}
