import type { StandingGrant, StandingUse } from '@parley/protocol';
import { receipt } from './things.ts';
import { at, ids, hash } from './values.ts';

export const standingGrant: StandingGrant = {
  grantId: 'sgr_01KAJ94F6H8K0N2Q4S6V8X0Z2B',
  agentId: ids.agent,
  tool: 'coin.charge',
  requestedScope: 'coin.charge',
  conversationId: ids.conversation,
  equal: [{ path: '/reason', value: 'Bread and milk' }],
  max: [{ path: '/amount', perCall: 12, total: 60, spent: 12 }],
  uses: 10,
  used: 1,
  until: at(7 * 24 * 60),
  state: 'active',
  invalidReason: null,
  createdAt: at(9),
  lastUsedAt: at(9),
  approvalId: ids.approval,
};

export const standingUse: StandingUse = {
  invocationId: ids.invocation,
  at: at(9),
  argumentsSha256: hash,
  arguments: { amount: 12, reason: 'Bread and milk' },
  outcome: 'succeeded',
  receipt,
};
