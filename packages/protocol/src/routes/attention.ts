import { z } from 'zod';
import { agentAttention, attention, attentionDays } from '../requests/attention-counts.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { choiceQuery } from './query.ts';
import { human } from './route.ts';

const periodQuery = z.object({
  days: choiceQuery('days', attentionDays, 'How many days back: 7 where nothing is said, or 30.'),
});

/** What the questions of agents cost their people. */
export const attentionRoutes = {
  readAttention: human({
    method: 'GET',
    path: '/v1/attention',
    summary: 'How often each agent asked you, and what you decided, the most asking agent first.',
    doc:
      'Counts your approvals that were created in the period, for the 200 agents that asked most. Pending approvals that a new standing ' +
      'grant approved count in `asked` and `approved`, but not as decisions. `underStanding` counts the calls that ran without a question.',
    query: periodQuery,
    answer: { status: 200, json: listOf(attention) },
  }),
  readAgentAttention: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/attention',
    summary: 'How often your agent asked people, and what they decided.',
    doc: '`item` is null while fewer than five people were asked in the period, so that it tells of nobody.',
    query: periodQuery,
    answer: { status: 200, json: itemOf(agentAttention.nullable()) },
    refusals: ['agent_not_found'],
  }),
} as const;
