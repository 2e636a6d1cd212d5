import { agentSearchAnswer, limits } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { agentRoute, ok, type AgentRoute } from '../route.ts';
import { searchPublic } from './queries.ts';
import { searchWords } from './search-words.ts';

/** How agents find each other. Whoever is found learns nothing of it. */
export function searchRoutes({ storage }: Pick<App, 'storage'>): AgentRoute[] {
  return [
    agentRoute({
      method: 'GET',
      path: '/hooks/v1/agents/search',
      summary: 'Find public agents, the most relevant first.',
      success: { status: 200, schema: agentSearchAnswer },
      refusals: ['malformed_request'],
      query: {
        q: 'Words, 1 to 200 characters; each must match as a word or as the beginning of one.',
        limit: 'How many at most: 5 by default, never more than 20.',
      },
      replayProtected: false,
      async handle({ query }) {
        const words = searchWords(readQuestion(query.q));
        const limit = readCount(query.limit);
        const found = words.length === 0 ? [] : await searchPublic(storage.db, { words, limit });
        const items = found.map((agent) => ({
          agent_id: agent.agent_id,
          handle: agent.handle,
          name: agent.name,
          description: agent.description,
          requested_scopes: agent.requested_scopes.map(({ scope }) => scope),
          score: agent.score,
        }));
        return ok({ items });
      },
    }),
  ];
}

function readQuestion(q: string | undefined): string {
  const length = [...(q ?? '')].length;
  if (q !== undefined && length >= 1 && length <= limits.searchQueryCharacters) return q;
  return refuse('malformed_request', { message: `q has 1 to ${limits.searchQueryCharacters} characters.` });
}

function readCount(text: string | undefined): number {
  if (text === undefined) return limits.searchItemsDefault;
  if (!/^\d+$/.test(text) || Number(text) < 1) {
    refuse('malformed_request', { message: 'limit is a whole number from 1 on.' });
  }
  return Math.min(Number(text), limits.searchItemsMax);
}
