import { newId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { TranscriptWriter, NewMessage } from '../transcript/transcript-writer.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { envelopeMessage, sealDelivery } from '../transcript/seal-delivery.ts';
import { findUsers, type UserRow } from '../users/queries.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import type { ApprovalEnd, ApprovalRow } from './approval.ts';
import { updateState } from './queries.ts';

export type EndApp = Pick<App, 'commit' | 'storage' | 'clock' | 'beliefs'>;

/**
 * Ends a pending approval whose row and conversation are locked: its state, a line in the conversation, and one `approval.resolved` to
 * the agent. The invocation that waits is moved by whoever collects the outcome, so its `tool.result` always comes after.
 */
export async function endApproval(
  work: DeliveryWork,
  app: EndApp,
  transcript: TranscriptWriter,
  before: ApprovalRow,
  state: ApprovalEnd,
): Promise<ApprovalRow> {
  const row = await markEnded(work, app, transcript, before, state);
  await transcript.write(work.tx);
  work.signal(transcript.signals());
  return row;
}

/** Ends it likewise, but leaves writing the transcript, and telling of its messages, to the caller, who has more to write. */
export async function markEnded(
  { tx, tell, signal, deliver }: DeliveryWork,
  app: Pick<EndApp, 'clock'>,
  transcript: TranscriptWriter,
  before: ApprovalRow,
  state: ApprovalEnd,
): Promise<ApprovalRow> {
  const now = new Date(app.clock.now());
  const row = { ...before, state, resolved_at: now };
  await updateState(tx, row.approval_id, state, now);
  const person = (await findUsers(tx, [row.user_id]))[0] as UserRow;
  const message = say(transcript, row, messageOf(row, person), now);
  const delivery = sealDelivery(
    {
      event: 'approval.resolved',
      agentId: row.agent_id,
      conversationId: row.conversation_id,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: {
        messages: [envelopeMessage(message)],
        approval: {
          id: row.approval_id,
          requested_scope: row.requested_scope,
          action: row.action,
          state,
          invocation_id: row.invocation_id,
        },
      },
      createdAt: message.created_at,
      humanOrigin: row.human_origin,
      hop: row.hop,
    },
    app.clock.now(),
  );
  await deliver([delivery]);
  tell([row.user_id], 'approvalResolved', { approvalId: row.approval_id, conversationId: row.conversation_id });
  signal([{ to: 'servers', type: 'invocationsReady' }]);
  return row;
}

/** Says it in the conversation. Where the conversation is gone, only the agent is told. */
function say(transcript: TranscriptWriter, row: ApprovalRow, body: string, now: Date): MessageRow {
  const message: NewMessage = {
    conversation_id: row.conversation_id,
    author_type: 'platform',
    author_id: null,
    body,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  };
  if (transcript.conversation(row.conversation_id)) return transcript.append(message);
  return { ...message, message_id: newId('message', now.getTime()), seq: 0, created_at: now };
}

function messageOf({ state, action }: ApprovalRow, person: UserRow): string {
  if (state === 'expired') return `Nobody decided in time: ${action}`;
  return `${person.display_name} ${state === 'approved' ? 'approved' : 'denied'}: ${action}`;
}
