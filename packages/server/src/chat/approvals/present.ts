import type { Approval, ResolvedApproval } from '@parley/protocol';
import type { ApprovalRow } from './approval.ts';

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
    options: [],
    editable: [],
    option: null,
    reason: null,
    proposedArguments: null,
    ...(isStopped && { stopped: true as const }),
  };
}

/** Presents the result of a resolution: the few fields that the caller needs. */
export function presentResolved(row: ApprovalRow): ResolvedApproval {
  const { approval_id: id, agent_id: agentId, requested_scope: requestedScope, action, state } = row;
  return { approval: { id, agentId, requestedScope, action, state } };
}
