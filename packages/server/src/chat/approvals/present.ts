import type { Approval, ResolvedApproval } from '@parley/protocol';
import type { ApprovalRow } from './approval.ts';
import { innerOf } from './choice.ts';

/** Presents an approval. `isStopped`: it was denied because the person stopped the answer. */
export function presentApproval(row: ApprovalRow, isStopped: boolean): Approval {
  return {
    id: row.approval_id,
    agentId: row.agent_id,
    conversationId: row.conversation_id,
    requestedScope: row.requested_scope,
    action: row.action,
    kind: row.kind,
    coinAmount: row.coin_amount,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    argumentsSha256: row.arguments_sha256.toString('hex'),
    arguments: { ...row.arguments },
    options: row.options ?? [],
    editable: row.editable ?? [],
    option: row.option,
    reason: row.reason,
    ...presentProposed(row),
    ...(isStopped && { stopped: true as const }),
  };
}

/** Presents the arguments as proposed, if the person changed them. */
function presentProposed(row: ApprovalRow): Pick<Approval, 'proposedArguments' | 'proposedSha256'> {
  const sha256 = proposedSha256(row);
  if (sha256 === null || row.proposed_arguments === null) return { proposedArguments: null };
  return { proposedArguments: innerOf(row, row.proposed_arguments) ?? null, proposedSha256: sha256 };
}

/** Returns the hash of the arguments as proposed, in lower-case hex; null unless the person changed them. */
export function proposedSha256({ proposed_sha256, arguments_sha256 }: ApprovalRow): string | null {
  return proposed_sha256 === null || proposed_sha256.equals(arguments_sha256) ? null : proposed_sha256.toString('hex');
}

/** Presents the result of a resolution: the few fields that the caller needs. */
export function presentResolved(row: ApprovalRow): ResolvedApproval {
  const { approval_id: id, agent_id: agentId, requested_scope: requestedScope, action, state } = row;
  return { approval: { id, agentId, requestedScope, action, state } };
}
