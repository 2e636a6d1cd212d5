import { newId, type DeliveryId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { TranscriptWork } from '../conversations/transcript-work.ts';
import { notify } from '../notifications/notify.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { ApprovalRow } from './approval.ts';
import { countOpen, insertApproval } from './queries.ts';

/** The fields of a new approval, for an agent that wants to act for a person. */
export type ApprovalRequest = Pick<
  ApprovalRow,
  | 'invocation_id'
  | 'agent_id'
  | 'conversation_id'
  | 'user_id'
  | 'human_origin'
  | 'hop'
  | 'requested_scope'
  | 'action'
  | 'kind'
  | 'coin_amount'
  | 'arguments'
  | 'arguments_sha256'
  | 'options'
  | 'editable'
> & {
  /** How long the person has, in milliseconds; null is the server's `PARLEY_APPROVAL_TTL`. */
  readonly expiresInMs: number | null;
};

/**
 * Requests an approval from `deliveryId`, the delivery that the agent is answering: inserts its row, and adds the
 * platform's message and a notification of the person. The caller has locked the conversation. Refuses with
 * `quota_exceeded` if too many approvals of the agent wait for that person.
 */
export async function requestApproval(
  { tx, tell, signal, transcript }: TranscriptWork,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  { expiresInMs, ...request }: ApprovalRequest,
  deliveryId: DeliveryId,
): Promise<ApprovalRow> {
  await authorizeQuota(tx, request, config.openApprovalsMax, new Date(clock.now()));
  const approvalId = newId('approval', clock.now());
  const messageId = newId('message', clock.now());
  const row: ApprovalRow = {
    ...request,
    approval_id: approvalId,
    message_id: messageId,
    option: null,
    reason: null,
    proposed_arguments: null,
    proposed_sha256: null,
    state: 'pending',
    created_at: new Date(clock.now()),
    expires_at: new Date(clock.now() + (expiresInMs ?? config.approvalTtlMs)),
    resolved_at: null,
    collected_at: null,
  };
  await insertApproval(tx, row, deliveryId);
  const { conversation_id: conversationId, user_id: userId } = row;
  signal(await notify(tx, [{ userId, type: 'approval', conversationId, messageId, approvalId }], clock.now()));
  tell([userId], 'approvalPending', { approvalId, conversationId });
  signal([{ to: 'servers', type: 'approvalAsked', expiresAt: row.expires_at.getTime() }]);
  // Appended last, so that its signal follows those of the approval.
  transcript.append({
    message_id: messageId,
    conversation_id: conversationId,
    author_type: 'platform',
    blocks: [
      {
        type: 'approval_request',
        prompt: request.action,
        approval_id: approvalId,
        kind: request.kind,
        ...(request.coin_amount === null ? {} : { coin_amount: request.coin_amount }),
      },
    ],
  });
  return row;
}

/**
 * Serializes requests of one agent for one person. Otherwise requests in two conversations would both count before
 * either is inserted.
 */
async function authorizeQuota(
  tx: Tx,
  { agent_id, user_id }: Pick<ApprovalRow, 'agent_id' | 'user_id'>,
  max: number,
  now: Date,
): Promise<void> {
  await lockName(tx, `approvals ${agent_id} ${user_id}`);
  if ((await countOpen(tx, agent_id, user_id, now)) < max) return;
  refuse('quota_exceeded', {
    message: 'As many approvals of this agent wait for this person as may.',
    hint: `An agent may have ${max} open approvals for one person; wait until some are decided or expire.`,
  });
}
