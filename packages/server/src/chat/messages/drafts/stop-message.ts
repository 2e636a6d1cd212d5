import { isId, type DeliveryId, type Message, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAsMember } from '../../conversations/queries.ts';
import { readDispatches } from '../../../engine/deliveries/read-deliveries.ts';
import type { Dispatches } from '../../../engine/deliveries/with-dispatches.ts';
import { findStopped, insertStopped, lockDeliveriesOf } from '../../../engine/deliveries/stopped-queries.ts';
import { withdrawDeliveries } from '../../../engine/deliveries/withdraw-queries.ts';
import { withdrawnSignals } from '../../../engine/deliveries/withdrawn-signals.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findDraft } from './draft-queries.ts';
import { finishDraft } from './end-drafts.ts';
import { findUnderWay } from './find-under-way.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { openDraftsSince, presentMessages } from '../read/present.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findMessage } from '../../transcript/queries.ts';

/** A request of a message's sender to stop the answers to it. */
export interface StopMessage {
  readonly userId: UserId;
  readonly conversationId: string;
  readonly messageId: string;
}

/**
 * Denies the pending approvals of these deliveries. Passed in, because this folder may not import approvals.
 */
export type DenyPending = (work: TranscriptWork, deliveryIds: readonly DeliveryId[]) => Promise<void>;

type StopApp = Pick<App, 'commit' | 'storage' | 'clock' | 'engine'>;

/**
 * Stops the answers to a message. It locks the conversation, as replies and approval decisions do, so each of these is
 * ordered before or after the stop.
 */
export async function stopMessage(
  app: StopApp,
  stop: StopMessage,
  denyPending: DenyPending,
): Promise<{ item: Message }> {
  // These times are needed for the deliveries that are about to be withdrawn.
  const dispatches = isId('message', stop.messageId)
    ? await readDispatches(app.storage.db, app.engine, stop.messageId)
    : new Map();
  return app.commit(async (work) => {
    const message = await ownMessage(work, stop, app.clock.now());
    await stopOnce(work, app, { message, dispatches, denyPending });
    await work.transcript.write();
    return { item: await present(work.tx, app, stop.userId, message) };
  });
}

async function ownMessage(
  { tx, transcript }: TranscriptWork,
  { userId, conversationId, messageId }: StopMessage,
  nowMs: number,
): Promise<MessageRow> {
  if (!isId('conversation', conversationId)) return refuse('conversation_not_found');
  await transcript.lock([conversationId]);
  const conversation = transcript.conversation(conversationId);
  if (!conversation?.people.includes(userId)) return refuse('conversation_not_found');
  if (!isId('message', messageId)) return refuse('message_not_found');
  const message = await findMessage(tx, conversation.conversation_id, messageId);
  if (message?.author_id === userId) return message;
  const isThere = message ?? (await findDraft(tx, conversation.conversation_id, messageId, openDraftsSince(nowMs)));
  return refuse(isThere === null ? 'message_not_found' : 'not_allowed', isThere === null ? {} : notYours);
}

const notYours = { hint: 'Only who has sent a message may stop the answer to it.' };

interface Stopping {
  readonly message: MessageRow;
  readonly dispatches: Dispatches;
  readonly denyPending: DenyPending;
}

/** Stops the unfinished answers, unless they were stopped before. */
async function stopOnce(work: TranscriptWork, app: StopApp, stopping: Stopping): Promise<void> {
  const { tx, tell, signal } = work;
  const { message, dispatches, denyPending } = stopping;
  const now = new Date(app.clock.now());
  const { conversation_id: conversationId, message_id: messageId } = message;
  const deliveries = await lockDeliveriesOf(tx, [messageId]);
  const stopped = await findStopped(
    tx,
    deliveries.map((row) => row.delivery_id),
  );
  if (stopped.size > 0) return;
  const underWay = await findUnderWay(tx, message, deliveries, now.getTime());
  if (underWay.length === 0) return refuse('nothing_to_stop');

  // Results of tools and answers from called agents are still delivered, but take no replies.
  const asked = underWay.map(({ deliveryId }) => deliveryId);
  const ids = underWay.flatMap(({ deliveryId, followUps }) => [deliveryId, ...followUps]);
  await insertStopped(tx, ids, now);
  const withdrawn = await withdrawDeliveries(tx, asked, now, { keepOutcome: true, dispatches });
  for (const id of ids) signal((await finishDraft(work, id, now.getTime())).signals);
  await denyPending(work, ids);
  await work.audit('answer.stopped', { conversationId, messageId });
  signal(withdrawnSignals(withdrawn));
  // The sender's other screens need the update even if nothing was withdrawn.
  if (withdrawn.length === 0) tell([message.author_id as UserId], 'deliveryUpdated', { conversationId, messageId });
}

async function present(tx: Tx, { engine, clock }: StopApp, userId: UserId, message: MessageRow) {
  const conversation = await findAsMember(tx, message.conversation_id, userId);
  if (conversation === null) return refuse('conversation_not_found');
  const [item] = await presentMessages({ storage: { db: tx }, engine, clock }, conversation, userId, [message]);
  return item ?? refuse('message_not_found');
}
