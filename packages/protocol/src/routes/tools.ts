import { z } from 'zod';
import { agentSearchAnswer, invokeToolAnswer, invokeToolBody } from '../requests/agent-calls.ts';
import { agentToolsAnswer } from '../requests/agent-reads.ts';
import { limits } from '../limits.ts';
import { pageLimit, wordsQuery } from './query.ts';
import { agent } from './route.ts';

/** Tools and searches that agents call. */
export const toolRoutes = {
  searchAgents: agent({
    method: 'GET',
    path: '/hooks/v1/agents/search',
    summary: 'Find public agents, the most relevant first.',
    doc: 'It finds live public agents. The agents are not notified.',
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
      'Tools that the operator denies your agent are left out. The person’s grant, and whether the person may use the tool, are ' +
      'checked at each call. `policy` is `allow`, `deny` or `require_approval`.',
    answer: { status: 200, json: agentToolsAnswer },
    replayProtected: false,
  }),
  invokeTool: agent({
    method: 'POST',
    path: '/hooks/v1/tools/invoke',
    summary: 'Call a tool on behalf of the person of a delivery.',
    doc:
      'The agent never sees the credentials of a tool. The answer’s `outcome` is `allow` with `invocation_id`, `deny` with `reason`, ' +
      'or `pending_approval` with `approval_id`; the result follows as one `tool.result` delivery.\n\n' +
      'The refusals are checked in this order: 404 `delivery_not_found`; 404 `tool_not_found`; 403 `tool_denied` if the operator ' +
      'denies the tool to this agent or person; 403 `scope_not_granted` if the scope is not the tool’s or the person has not granted ' +
      'it; 400 `arguments_invalid` with `path`; and, if the person would be asked, 429 `rate_limited` (20 approvals an hour of this ' +
      'agent and person, denied ones included) and 403 `quota_exceeded` (50 pending approvals of this agent and person).',
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
