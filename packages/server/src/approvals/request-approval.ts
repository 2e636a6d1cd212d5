import { newId, type DeliveryId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { TranscriptWriter } from '../transcript/transcript-writer.ts';
import { notify } from '../notifications/notify.ts';
import { refuse } from '../routing/refusal.ts';
import { lockName } from '../storage/lock-name.ts';
import type { Tx } from '../storage/storage.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import type { ApprovalRow } from './approval.ts';
import { countOpen, insertApproval } from './queries.ts';

/** What the platform asks a person, for an agent that wants to act on their behalf. */
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
>;

/**
 * Asks for an approval, with a delivery that the agent is to answer: its row, the platform's message in the conversation, and a
 * notification of its owner. The caller writes the transcript, which holds the conversation. Refuses `quota_exceeded` where as many of the
 * agent's wait for that person already as may.
 */
export async function requestApproval(
  { tx, tell, signal }: DeliveryWork,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  transcript: TranscriptWriter,
  request: ApprovalRequest,
  deliveryId: DeliveryId,
): Promise<ApprovalRow> {
  await authorizeQuota(tx, request, config.openApprovalsMax, new Date(clock.now()));
  const approvalId = newId('approval', clock.now());
  const message = transcript.append({
    conversation_id: request.conversation_id,
    author_type: 'platform',
    author_id: null,
    body: null,
    blocks: [
      {
        type: 'approval_request',
        prompt: request.action,
        approval_id: approvalId,
        kind: request.kind,
        ...(request.coin_amount === null ? {} : { coin_amount: request.coin_amount }),
      },
    ],
    reply_to_delivery_id: null,
    proactive: false,
  });
  const row: ApprovalRow = {
    ...request,
    approval_id: approvalId,
    message_id: message.message_id,
    state: 'pending',
    created_at: new Date(clock.now()),
    expires_at: new Date(clock.now() + config.approvalTtlMs),
    resolved_at: null,
    collected_at: null,
  };
  await insertApproval(tx, row, deliveryId);
  const { conversation_id: conversationId, user_id: userId, message_id: messageId } = row;
  signal(await notify(tx, [{ userId, type: 'approval', conversationId, messageId, approvalId }], clock.now()));
  tell([userId], 'approvalPending', { approvalId, conversationId });
  signal([{ to: 'servers', type: 'approvalAsked', expiresAt: row.expires_at.getTime() }]);
  return row;
}

/** Requests of one agent for one person take turns here, or two from different conversations would both count before either is there. */
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
