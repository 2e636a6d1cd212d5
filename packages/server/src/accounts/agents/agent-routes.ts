import { limits, routes } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { searchPublic } from './queries.ts';
import { searchWords } from './search-words.ts';

/** Routes by which agents search for each other. The agents found are not notified. */
export function searchRoutes({ storage }: Pick<Core, 'storage'>): AgentRoute[] {
  return [
    agentRoute(routes.searchAgents, async ({ query: { q = '', limit }, refuse }) => {
      const length = [...q].length;
      if (length < 1 || length > limits.searchQueryCharacters) {
        return refuse('malformed_request', { message: `q has 1 to ${limits.searchQueryCharacters} characters.` });
      }
      const words = searchWords(q);
      const found = words.length === 0 ? [] : await searchPublic(storage.db, { words, limit });
      const items = found.map((agent) => ({
        agent_id: agent.agent_id,
        handle: agent.handle,
        name: agent.name,
        description: agent.description,
        requested_scopes: agent.requested_scopes.map(({ scope }) => scope),
        score: agent.score,
      }));
      return { items };
    }),
  ];
}
