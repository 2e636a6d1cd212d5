import { isId, limits, type Message } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findAsMember } from '../../conversations/queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { resealDeliveries, resealedSignals } from '../../../engine/deliveries/reseal-queries.ts';
import { lockDeliveriesOf } from '../../../engine/deliveries/stopped-queries.ts';
import type { Dispatches } from '../../../engine/deliveries/with-dispatches.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { reviseMessage } from '../../transcript/edit-queries.ts';
import { resealMessage } from '../../transcript/seal-delivery.ts';
import { findChoices } from '../choices/choice-queries.ts';
import { presentMessages } from '../read/present.ts';
import { lockMessage, type LockedMessage, type OfMessage } from './lock-message.ts';
import { noteChange } from './note-change.ts';
import { prepareChange } from './prepare-change.ts';

type EditApp = Pick<App, 'commit' | 'storage' | 'clock' | 'engine'>;

export interface EditMessage extends OfMessage {
  readonly text: string;
}

/**
 * Changes the text of a message of its author. A delivery that was not sent carries the new text. It locks the
 * conversation, as sends and replies do.
 */
export async function editMessage(app: EditApp, edit: EditMessage): Promise<{ item: Message }> {
  const dispatches = await prepareChange(app, edit);
  return app.commit(async (work) => {
    const locked = await lockMessage(work, edit);
    const isNew = await validateEdit(work.tx, locked, edit, app.clock.now());
    const message = isNew ? await write(work, locked, edit.text, dispatches) : locked.message;
    return { item: await present(work.tx, app, edit, message) };
  });
}

/** Refuses an edit that is not permitted. Returns whether the text is new. */
async function validateEdit(
  tx: Tx,
  { message, edit }: LockedMessage,
  { userId, text }: EditMessage,
  nowMs: number,
): Promise<boolean> {
  if (edit?.deleted_at) return refuse('message_not_found');
  if (message.author_id !== userId) return refuse('not_allowed', { message: 'Only its author may edit a message.' });
  if (message.body === null || message.blocks.length > 0 || (await isChoice(tx, message))) {
    return refuse('not_allowed', { message: 'Tasks, attachments and choices cannot be edited.' });
  }
  if (nowMs - message.created_at.getTime() > limits.editHours * 3_600_000) return refuse('edit_window_over');
  if (message.body === text) return false;
  if ((edit?.revision ?? 0) >= limits.editsMax) return refuse('edit_limit_reached');
  return true;
}

async function isChoice(tx: Tx, { message_id: messageId, author_id: authorId }: MessageRow): Promise<boolean> {
  if (!isId('user', authorId)) return false;
  return (await findChoices(tx, authorId, [messageId])).some((choice) => choice.message_id === messageId);
}

async function write(
  work: TranscriptWork,
  { conversation, message, edit: before }: LockedMessage,
  text: string,
  dispatches: Dispatches,
): Promise<MessageRow> {
  const { tx, transcript, signal } = work;
  const after = { ...message, body: text };
  const deliveries = await lockDeliveriesOf(tx, [message.message_id]);
  await reviseMessage(tx, message, { before, next: after, at: transcript.timeIn(message.conversation_id) });
  const ids = deliveries.map((row) => row.delivery_id);
  const resealed = await resealDeliveries(tx, ids, dispatches, (body) => resealMessage(body, after));
  signal(resealedSignals(resealed));
  await noteChange(work, conversation, { before: message, after });
  return after;
}

async function present(tx: Tx, app: EditApp, { userId }: EditMessage, message: MessageRow): Promise<Message> {
  const conversation = await findAsMember(tx, message.conversation_id, userId);
  if (conversation === null) return refuse('conversation_not_found');
  const { engine, clock } = app;
  const [item] = await presentMessages({ storage: { db: tx }, engine, clock }, conversation, userId, [message]);
  return item ?? refuse('message_not_found');
}
