import { isId, type ConversationId, type DeliveryId, type Message, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAsMember } from '../../conversations/queries.ts';
import { withDispatches, type Dispatches } from '../../deliveries/lease/dispatch-times.ts';
import { findDeliveriesOfMessages } from '../../deliveries/log/log-queries.ts';
import { findStopped, insertStopped, lockDeliveriesOf } from '../../deliveries/log/stopped-queries.ts';
import { withdrawDeliveries } from '../../deliveries/log/withdraw-queries.ts';
import { withdrawnSignals } from '../../deliveries/lease/withdrawn.ts';
import { refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import type { DeliveryWork } from '../../deliveries/delivery-work.ts';
import { findDraft } from './draft-queries.ts';
import { finishDraft } from './end-drafts.ts';
import { findUnderWay } from './find-under-way.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { openDraftsSince, presentMessages } from '../read/present.ts';
import type { MessageRow } from '../../transcript/message-row.ts';
import { findMessage } from '../../transcript/queries.ts';

/** That the sender of a message wants no answer to it any more. */
export interface StopMessage {
  readonly userId: UserId;
  readonly conversationId: string;
  readonly messageId: string;
}

/** Denies the approvals that wait with these deliveries; approvals are none of this folder's business. The caller writes the ledger. */
export type DenyPending = (
  work: DeliveryWork,
  transcript: TranscriptWriter,
  deliveryIds: readonly DeliveryId[],
) => Promise<void>;

type StopApp = Pick<App, 'commit' | 'storage' | 'clock' | 'engine' | 'beliefs'>;

/**
 * Stops the answer to a message. The conversation is locked, as it is for a reply and for a decision about an approval, so each of them
 * comes either before the stop or after it.
 */
export async function stopMessage(
  app: StopApp,
  stop: StopMessage,
  denyPending: DenyPending,
): Promise<{ item: Message }> {
  const dispatches = await dispatchesOf(app, stop.messageId);
  return app.commit(async (work) => {
    const { tx } = work;
    const transcript = await TranscriptWriter.open(
      tx,
      app,
      isId('conversation', stop.conversationId) ? [stop.conversationId] : [],
    );
    const message = await ownMessage(tx, transcript, stop, app.clock.now());
    await stopOnce(work, app, { transcript, message, dispatches, denyPending });
    return { item: await present(tx, app, stop.userId, message) };
  });
}

/** When what is about to be taken back went out, as far as a server knows it that has not written it yet. */
async function dispatchesOf({ storage, engine }: StopApp, messageId: string): Promise<Dispatches> {
  const stored = isId('message', messageId) ? await findDeliveriesOfMessages(storage.db, [messageId]) : [];
  const known = await withDispatches(stored, (rows) => engine.dispatchesOf(rows));
  return new Map(known.flatMap((row) => (row.dispatched_at === null ? [] : [[row.delivery_id, row.dispatched_at]])));
}

async function ownMessage(tx: Tx, transcript: TranscriptWriter, stop: StopMessage, nowMs: number): Promise<MessageRow> {
  const { userId, messageId } = stop;
  const conversation = transcript.conversation(stop.conversationId as ConversationId);
  if (!conversation?.people.includes(userId)) return refuse('conversation_not_found');
  if (!isId('message', messageId)) return refuse('message_not_found');
  const message = await findMessage(tx, conversation.conversation_id, messageId);
  if (message?.author_id === userId) return message;
  const isThere = message ?? (await findDraft(tx, conversation.conversation_id, messageId, openDraftsSince(nowMs)));
  return refuse(isThere === null ? 'message_not_found' : 'not_allowed', isThere === null ? {} : notYours);
}

const notYours = { hint: 'Only who has sent a message may stop the answer to it.' };

interface Stopping {
  readonly transcript: TranscriptWriter;
  readonly message: MessageRow;
  readonly dispatches: Dispatches;
  readonly denyPending: DenyPending;
}

/** Stops what is under way, where it was not stopped before. */
async function stopOnce(work: DeliveryWork, app: StopApp, stopping: Stopping): Promise<void> {
  const { tx, tell, signal } = work;
  const { transcript, message, dispatches, denyPending } = stopping;
  const now = new Date(app.clock.now());
  const { conversation_id: conversationId, message_id: messageId } = message;
  const deliveries = await lockDeliveriesOf(tx, messageId);
  const stopped = await findStopped(
    tx,
    deliveries.map((row) => row.delivery_id),
  );
  if (stopped.size > 0) return;
  const ids = await findUnderWay(tx, conversationId, deliveries, now.getTime());
  if (ids.length === 0) return refuse('nothing_to_stop');

  await insertStopped(tx, ids, now);
  const withdrawn = await withdrawDeliveries(tx, ids, now, { keepOutcome: true, dispatches });
  for (const id of ids) signal((await finishDraft(tx, transcript, id, now.getTime())).signals);
  await denyPending(work, transcript, ids);
  await transcript.write(tx);
  signal(transcript.signals());
  signal(withdrawnSignals(withdrawn));
  // The sender's other screens hear of it also where nothing was left to withdraw.
  if (withdrawn.length === 0) tell([message.author_id as UserId], 'deliveryUpdated', { conversationId, messageId });
}

async function present(tx: Tx, { engine, clock }: StopApp, userId: UserId, message: MessageRow) {
  const conversation = await findAsMember(tx, message.conversation_id, userId);
  if (conversation === null) return refuse('conversation_not_found');
  const [item] = await presentMessages({ storage: { db: tx }, engine, clock }, conversation, userId, [message]);
  return item ?? refuse('message_not_found');
}
