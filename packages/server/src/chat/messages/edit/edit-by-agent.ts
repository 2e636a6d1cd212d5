import {
  isId,
  limits,
  type AgentId,
  type EditByAgentAnswer,
  type MessageId,
  type SendableBlock,
  type UserId,
} from '@parley/protocol';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import { bindsAnswer } from '../../approvals/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { isOfSeat } from '../../conversations/seat-queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { findAuthorities } from '../../../engine/deliveries/authority-queries.ts';
import { findStopped } from '../../../engine/deliveries/stopped-queries.ts';
import { findAnswerers, hasAnswers } from '../../forms/form-answer-queries.ts';
import { runOnce } from '../../../platform/idempotency/run-once.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { IdempotencyKey, StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { noteAssets } from '../../transcript/asset-mentions.ts';
import { reviseMessage } from '../../transcript/edit-queries.ts';
import { findMessages } from '../../transcript/queries.ts';
import { indexConversation } from '../../transcript/word-queries.ts';
import { hasChoicesOf } from '../choices/choice-queries.ts';
import { isOfTask, lockedMessage, type LockedMessage } from './lock-message.ts';
import { noteChange } from './note-change.ts';

/** An agent's request to change one of its final messages, with validated blocks. */
export interface EditByAgent {
  readonly agentId: AgentId;
  readonly messageId: string;
  readonly blocks: readonly SendableBlock[];
}

type AgentEditApp = Pick<App, 'commit' | 'storage' | 'clock'>;

/** Changes the blocks of an agent's own final message. The same blocks change nothing. Nobody is notified. */
export async function editByAgent(
  app: AgentEditApp,
  key: IdempotencyKey | null,
  edit: EditByAgent,
): Promise<StoredAnswer> {
  const { storage, clock } = app;
  const { messageId } = edit;
  if (!isId('message', messageId)) return refuse('message_not_found');
  const [found] = (await findMessages(storage.db, [messageId])).rows;
  if (found?.author_id === edit.agentId) await indexConversation(storage, found.conversation_id);
  return runOnce(app, key, async (work) => {
    const locked = found ? await lockOwn(work, found, edit) : refuse('message_not_found');
    const isNew = await validateEdit(work.tx, locked, edit, clock.now());
    const revision = isNew ? await write(work, locked, edit) : (locked.edit?.revision ?? 0);
    return { status: 200, answer: { message_id: messageId, revision } satisfies EditByAgentAnswer };
  });
}

/** Locks the conversation and returns the message while the agent may act on it. All else is no such message. */
async function lockOwn(work: TranscriptWork, found: MessageRow, { agentId }: EditByAgent): Promise<LockedMessage> {
  const { conversation, message, edit } = await lockedMessage(work, found.conversation_id, found.message_id);
  const isOwn = message?.author_id === agentId && !isOfTask(message) && !edit?.deleted_at;
  if (!conversation || !isOwn || !isOfSeat(conversation, agentId, message.created_at)) {
    return refuse('message_not_found');
  }
  const readers = await findReaders(work.tx, message, conversation.people);
  const memberships = await findMemberships(
    work.tx,
    readers.map((userId) => ({ agentId, userId })),
  );
  const blockedBy = memberships.filter((row) => row.blocked).length;
  return blockedBy === readers.length ? refuse('message_not_found') : { conversation, message, edit };
}

/** Returns the person whom a message answers. For one that answers nobody, it is everyone in the conversation. */
async function findReaders(
  tx: Tx,
  { reply_to_delivery_id: deliveryId }: MessageRow,
  people: readonly UserId[],
): Promise<readonly UserId[]> {
  if (deliveryId === null) return people;
  const [authority] = await findAuthorities(tx, [deliveryId], new Date(0));
  if (!authority) return people;
  return [(await findAnswerers(tx, [deliveryId])).get(deliveryId) ?? authority.user_id];
}

/** Refuses an edit that is not permitted. Returns whether the blocks are new. */
async function validateEdit(
  tx: Tx,
  { message, edit }: LockedMessage,
  { blocks }: EditByAgent,
  nowMs: number,
): Promise<boolean> {
  const { message_id: messageId, reply_to_delivery_id: deliveryId } = message;
  if (deliveryId !== null && (await findStopped(tx, [deliveryId])).size > 0) return refuse('reply_stopped');
  if (nowMs - message.created_at.getTime() > limits.agentEditDays * 86_400_000) return refuse('edit_window_over');
  if (JSON.stringify(message.blocks) === JSON.stringify(blocks)) return false;
  if ((edit?.revision ?? 0) >= limits.agentEditsMax) return refuse('edit_limit_reached');
  if (await isActedOn(tx, messageId, deliveryId, new Date(nowMs))) return refuse('message_locked');
  return true;
}

async function isActedOn(
  tx: Tx,
  messageId: MessageId,
  deliveryId: MessageRow['reply_to_delivery_id'],
  now: Date,
): Promise<boolean> {
  if ((await hasAnswers(tx, messageId)) || (await hasChoicesOf(tx, messageId))) return true;
  return deliveryId !== null && (await bindsAnswer(tx, deliveryId, now));
}

async function write(
  work: TranscriptWork,
  { conversation, message, edit: before }: LockedMessage,
  { blocks }: EditByAgent,
): Promise<number> {
  const { tx, transcript } = work;
  const after = { ...message, blocks };
  const at = transcript.timeIn(message.conversation_id);
  const revision = await reviseMessage(tx, message, { before, next: after, at });
  await noteAssets(tx, [after]);
  await noteChange(work, conversation, { before: message, after });
  return revision;
}
