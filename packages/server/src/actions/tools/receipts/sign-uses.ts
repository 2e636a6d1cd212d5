import type { StandingReceipt, StandingUse } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import type { StandingGrantRow, StandingUseRow } from '../../standing/standing-grant.ts';
import { signingKey, signReceipt } from './receipt-keys.ts';

/** Returns a function that presents the uses of a grant with their signed receipts. */
export async function signUses(
  app: Pick<App, 'storage' | 'clock' | 'secrets'>,
  grant: StandingGrantRow,
): Promise<(use: StandingUseRow) => StandingUse> {
  const key = await signingKey(app);
  return (use) => ({
    invocationId: use.invocation_id,
    at: use.at.toISOString(),
    argumentsSha256: use.arguments_sha256.toString('hex'),
    arguments: { ...use.arguments },
    outcome: use.outcome,
    receipt: signReceipt(receiptOf(grant, use), key),
  });
}

function receiptOf(grant: StandingGrantRow, use: StandingUseRow): Omit<StandingReceipt, 'signature'> {
  return {
    approvalId: use.approval_id,
    ...(!use.is_first && { grantId: grant.grant_id }),
    invocationId: use.invocation_id,
    agentId: grant.agent_id,
    tool: grant.tool,
    requestedScope: grant.requested_scope,
    argumentsSha256: use.arguments_sha256.toString('hex'),
    decidedBy: grant.user_id,
    decidedAt: grant.created_at.toISOString(),
    decision: 'approved',
    executedAt: use.executed_at?.toISOString() ?? null,
    outcome: use.outcome,
  };
}
