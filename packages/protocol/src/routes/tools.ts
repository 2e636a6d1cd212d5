import { z } from 'zod';
import { agentSearchAnswer, invokeToolAnswer, invokeToolBody } from '../requests/agent-calls.ts';
import { agentToolsAnswer } from '../requests/agent-reads.ts';
import { limits } from '../limits.ts';
import { pageLimit, wordsQuery } from './query.ts';
import { agent } from './route.ts';

/** What agents ask the platform to do or to find for them. */
export const toolRoutes = {
  searchAgents: agent({
    method: 'GET',
    path: '/hooks/v1/agents/search',
    summary: 'Find public agents, the most relevant first.',
    query: z.object({
      q: wordsQuery('Words, 1 to 200 characters; each must match as a word or as the beginning of one.'),
      limit: pageLimit({ normally: limits.searchItemsDefault, most: limits.searchItemsMax }),
    }),
    answer: { status: 200, json: agentSearchAnswer },
    refusals: ['malformed_request'],
    replayProtected: false,
  }),
  listTools: agent({
    method: 'GET',
    path: '/hooks/v1/tools',
    summary: 'The tools of the scopes that your manifest requests, by name.',
    doc:
      'Left out are tools that the operator keeps from your agent. Whether a person granted the scope, and whether the tool is for ' +
      'them, is judged when it is asked for.',
    answer: { status: 200, json: agentToolsAnswer },
    replayProtected: false,
  }),
  invokeTool: agent({
    method: 'POST',
    path: '/hooks/v1/tools/invoke',
    summary: 'Ask the platform to act with a tool on behalf of the person of a delivery.',
    body: invokeToolBody,
    answer: { status: 200, json: invokeToolAnswer },
    refusals: [
      'delivery_not_found',
      'reply_stopped',
      'tool_not_found',
      'tool_denied',
      'scope_not_granted',
      'arguments_invalid',
      'quota_exceeded',
    ],
    idempotency: 'required',
    replayProtected: true,
  }),
} as const;
