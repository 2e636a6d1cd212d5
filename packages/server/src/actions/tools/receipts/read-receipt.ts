import { isId, type AgentId, type ApprovalReceipt, type UserId } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import type { ApprovalRow } from '../../../chat/approvals/approval.ts';
import { proposedSha256 } from '../../../chat/approvals/present.ts';
import { findApproval } from '../../../chat/approvals/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { StandingUseRow } from '../../standing/standing-grant.ts';
import { findUse } from '../../standing/use-queries.ts';
import type { InvocationRow } from '../invocation.ts';
import { findInvocation } from '../queries.ts';
import { signingKey, signReceipt } from './receipt-keys.ts';

type ReceiptApp = Pick<App, 'storage' | 'clock' | 'secrets'>;

/**
 * Returns the signed receipt of a person's own decision. It is signed on each read: Ed25519 gives the same signature
 * for the same receipt. The receipt changes once when the tool has run.
 */
export async function readReceipt(app: ReceiptApp, userId: UserId, approvalId: string): Promise<ApprovalReceipt> {
  const approval = await find(app, approvalId);
  return approval?.user_id === userId ? signed(app, approval) : refuse('approval_not_found');
}

/** Returns the same receipt for the agent whose call was decided on. */
export async function readReceiptAsAgent(
  app: ReceiptApp,
  agentId: AgentId,
  approvalId: string,
): Promise<ApprovalReceipt> {
  const approval = await find(app, approvalId);
  return approval?.agent_id === agentId ? signed(app, approval) : refuse('receipt_not_found');
}

async function find({ storage }: Pick<App, 'storage'>, approvalId: string): Promise<ApprovalRow | null> {
  return isId('approval', approvalId) ? findApproval(storage.db, approvalId) : null;
}

async function signed(app: ReceiptApp, approval: ApprovalRow): Promise<ApprovalReceipt> {
  const { db } = app.storage;
  const invocation = await findInvocation(db, approval.invocation_id);
  const receipt =
    invocation === null ? null : receiptOf(approval, invocation, await findUse(db, approval.invocation_id));
  if (receipt === null) return refuse('receipt_not_found');
  return signReceipt(receipt, await signingKey(app));
}

/** Returns the fields to sign, or null if the person has not decided. */
function receiptOf(
  approval: ApprovalRow,
  invocation: Pick<InvocationRow, 'invocation_id' | 'tool' | 'state' | 'ended_at'>,
  use: StandingUseRow | null,
): Omit<ApprovalReceipt, 'signature'> | null {
  const { state: decision, resolved_at } = approval;
  if (decision === 'pending' || decision === 'expired' || resolved_at === null) return null;
  return {
    approvalId: approval.approval_id,
    ...(use !== null && !use.is_first && { grantId: use.grant_id }),
    invocationId: invocation.invocation_id,
    agentId: approval.agent_id,
    tool: invocation.tool,
    requestedScope: approval.requested_scope,
    argumentsSha256: approval.arguments_sha256.toString('hex'),
    ...presentProposed(approval),
    decidedBy: approval.user_id,
    decidedAt: (use?.at ?? resolved_at).toISOString(),
    decision,
    ...(approval.options && approval.options.length > 0 && { option: approval.option }),
    ...(decision === 'denied' ? { executedAt: null, outcome: 'denied' } : endOf(invocation)),
  };
}

function presentProposed(approval: ApprovalRow): Pick<ApprovalReceipt, 'proposedSha256'> {
  const sha256 = proposedSha256(approval);
  return sha256 === null ? {} : { proposedSha256: sha256 };
}

/**
 * Returns how an approved call ended. A call that was denied at run time, because its grant was withdrawn, was never
 * executed.
 */
function endOf({ state, ended_at }: Pick<InvocationRow, 'state' | 'ended_at'>) {
  if (state === 'denied') return { executedAt: null, outcome: state };
  const isOver = (state === 'succeeded' || state === 'failed') && ended_at !== null;
  return isOver ? { executedAt: ended_at.toISOString(), outcome: state } : { executedAt: null, outcome: null };
}
