import { newId, platformLine } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { messageRow, type MessageRow, type NewMessage } from '../conversations/message-row.ts';
import type { Transcript, TranscriptWork } from '../conversations/transcript-work.ts';
import { envelopeMessage, sealDelivery } from '../transcript/seal-delivery.ts';
import { findUsers, type UserRow } from '../../accounts/users/queries.ts';
import type { ApprovalEnd, ApprovalRow } from './approval.ts';
import type { Choice } from './choice.ts';
import { updateEnded } from './queries.ts';
import { quoted } from '../transcript/quoted.ts';

export type EndApp = Pick<App, 'commit' | 'storage' | 'clock'>;

/** Why an approval ends: by a decision or its time, or because a decision can come to nothing. */
export type EndCause = 'decided' | 'person left' | 'agent left' | 'room deleted';

/**
 * Ends a pending approval: writes its state, a message in the conversation, and one `approval.resolved` for the agent.
 * The caller must have locked its row and conversation. The invocation moves later, when the outcome is collected, so
 * its `tool.result` always comes after. `at` is when it was decided, if that was before now.
 */
export async function endApproval(
  { tx, tell, signal, deliver, transcript }: TranscriptWork,
  app: Pick<EndApp, 'clock'>,
  before: ApprovalRow,
  state: ApprovalEnd,
  { cause = 'decided', choice, at }: { readonly cause?: EndCause; readonly choice?: Choice; readonly at?: Date } = {},
): Promise<ApprovalRow> {
  const now = at ?? new Date(app.clock.now());
  const row: ApprovalRow = { ...before, ...(choice && chosen(before, choice)), state, resolved_at: now };
  await updateEnded(tx, row);
  const person = (await findUsers(tx, [row.user_id]))[0] as UserRow;
  const readers = transcript.conversation(row.conversation_id)?.people ?? [];
  // In a group the words of a decision are its person's alone.
  const words = readers.every((userId) => userId === row.user_id) ? row.action : null;
  // Before the message, whose signal follows these.
  tell([row.user_id], 'approvalResolved', { approvalId: row.approval_id, conversationId: row.conversation_id });
  signal([{ to: 'servers', type: 'invocationsReady' }]);
  const message = say(transcript, row, messageOf(state, words, person, cause), now);
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
  return row;
}

function chosen(before: ApprovalRow, { option, reason, replacement }: Choice): Partial<ApprovalRow> {
  if (replacement === null) return { option, reason };
  return {
    option,
    reason,
    arguments: replacement.arguments,
    arguments_sha256: replacement.arguments_sha256,
    proposed_arguments: before.arguments,
    proposed_sha256: before.arguments_sha256,
  };
}

/** Adds the message to the conversation. If the conversation was deleted, only the agent is notified. */
function say(transcript: Transcript, row: ApprovalRow, body: string, now: Date): MessageRow {
  const message: NewMessage = {
    conversation_id: row.conversation_id,
    author_type: 'platform',
    body,
    about: row.user_id,
  };
  if (transcript.conversation(row.conversation_id)) return transcript.append(message);
  return messageRow(message, { message_id: newId('message', now.getTime()), seq: 0, created_at: now });
}

const early = { 'agent left': 'agentLeft', 'room deleted': 'roomDeleted', 'person left': 'personLeft' } as const;

function messageOf(end: ApprovalEnd, what: string | null, person: UserRow, cause: EndCause): string {
  const name = quoted(person.display_name);
  const line = end === 'expired' || cause === 'decided' ? end : early[cause];
  return what === null ? platformLine(line, { name }) : platformLine(`${line}Of`, { name, what });
}
