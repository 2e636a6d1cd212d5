import { z } from 'zod';
import { agentTransfer, transferBody } from '../requests/agent-transfers.ts';
import { agent } from '../requests/agents.ts';
import { itemOf } from '../requests/pages.ts';
import { human } from './route.ts';

/** How an owner gives an agent to another person. */
export const agentTransferRoutes = {
  offerAgent: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/transfer',
    summary: 'Offer your agent to another person, who has to accept.',
    doc:
      'Until then nothing changes. The offer waits in the other person’s inbox (`GET /v1/waiting`); a second offer replaces it. A person who is ' +
      'disabled, or with whom a block stands, is 404 `user_not_found`.',
    body: transferBody,
    answer: { status: 202, json: itemOf(agentTransfer) },
    refusals: ['agent_not_found', 'user_not_found', 'agent_pending'],
  }),
  getTransfer: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/transfer',
    summary: 'The offer of an agent, for its owner and the other person.',
    doc: '`item` is null if the owner offers the agent to nobody.',
    answer: { status: 200, json: z.strictObject({ item: agentTransfer.nullable() }) },
    refusals: ['agent_not_found'],
  }),
  acceptTransfer: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/transfer/accept',
    summary: 'Accept an agent that was offered to you.',
    doc:
      'You are its owner now. All its credentials end, standing grants for it become invalid, and a model that the server runs for it goes. ' +
      'Issue a credential to bring it back. Both people are told.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found', 'quota_exceeded', 'agent_pending'],
  }),
  endTransfer: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}/transfer',
    summary: 'Take back the offer of your agent, or refuse one that was made to you.',
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
} as const;
