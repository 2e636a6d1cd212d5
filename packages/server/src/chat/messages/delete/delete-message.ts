import type { DeliveryId } from '@parley/protocol';
import { dropMentions } from '../../../accounts/assets/erase-queries.ts';
import type { App } from '../../conversations/app.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { eraseBodies } from '../../../engine/deliveries/erase-queries.ts';
import { lockDeliveriesOf } from '../../../engine/deliveries/stopped-queries.ts';
import type { Dispatches } from '../../../engine/deliveries/with-dispatches.ts';
import { withdrawDeliveries } from '../../../engine/deliveries/withdraw-queries.ts';
import { withdrawnFromServers } from '../../../engine/deliveries/withdrawn-signals.ts';
import { rewriteAnswers } from '../../../platform/idempotency/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { assetsIn } from '../../transcript/asset-mentions.ts';
import { emptyMessage, findVersions } from '../../transcript/edit-queries.ts';
import { findStillNamed } from '../../transcript/queries.ts';
import { isOfTask, lockMessage, type LockedMessage, type OfMessage } from '../edit/lock-message.ts';
import { noteChange } from '../edit/note-change.ts';
import { prepareChange } from '../edit/prepare-change.ts';
import { eraseReactionsTo } from '../reactions/reaction-queries.ts';
import { findCallsOf } from '../reply/agent-call-queries.ts';

type DeleteApp = Pick<App, 'commit' | 'storage' | 'clock' | 'engine'>;

/**
 * Deletes a message of its author, or any message for the creator of the conversation. The message keeps its place and
 * its author. Deleting it again changes nothing.
 */
export async function deleteMessage(app: DeleteApp, of: OfMessage): Promise<void> {
  const dispatches = await prepareChange(app, of);
  await app.commit(async (work) => {
    const locked = await lockMessage(work, of);
    const { conversation, message, edit } = locked;
    if (message.author_id !== of.userId && conversation.creator_user_id !== of.userId) {
      refuse('not_allowed', { message: 'Only its author, or the creator of the conversation, may delete a message.' });
    }
    if (isOfTask(message)) refuse('not_allowed', { message: 'Messages of tasks cannot be deleted.' });
    if (!edit?.deleted_at) await write(work, locked, new Date(app.clock.now()), dispatches);
  });
}

async function write(
  work: TranscriptWork,
  { conversation, message }: LockedMessage,
  now: Date,
  dispatches: Dispatches,
): Promise<void> {
  const { tx, signal } = work;
  const own = (await lockDeliveriesOf(tx, message.message_id)).map((row) => row.delivery_id);
  const deliveries: DeliveryId[] = [...own, ...(await findCallsOf(tx, message.message_id))];
  const withdrawn = await withdrawDeliveries(tx, deliveries, now, { keepOutcome: true, dispatches });
  await eraseBodies(tx, deliveries);
  await dropAssets(tx, message);
  await emptyMessage(tx, message, now);
  await eraseReactionsTo(tx, message.message_id);
  await forgetAnswer(tx, message);
  // Everyone in the conversation is told of the message once, so the senders need no signals of their own.
  signal(withdrawnFromServers(withdrawn));
  await noteChange(work, conversation, { before: message, after: { ...message, body: null, blocks: [] } });
}

/** Lets go of the assets that only this message names, in its current version or an earlier one. */
async function dropAssets(tx: Tx, message: MessageRow): Promise<void> {
  const { author_id: ownerId, conversation_id: conversationId } = message;
  const versions = await findVersions(tx, message.message_id);
  const named = assetsIn(versions.flatMap(({ blocks }) => blocks));
  if (ownerId === null || named.length === 0) return;
  const kept = new Set(await findStillNamed(tx, message, named));
  const assetIds = named.filter((assetId) => !kept.has(assetId));
  await dropMentions(tx, { conversationId, ownerId, assetIds });
}

/** How far the time of a stored answer may be from that of its message. */
const answerMs = 30_000;

/** Takes the text out of the stored answer of the send, so that a repeat with the same key is answered with `body: null`. */
async function forgetAnswer(tx: Tx, { message_id: messageId, created_at: at }: MessageRow): Promise<void> {
  const [since, until] = [new Date(at.getTime() - answerMs), new Date(at.getTime() + answerMs)];
  await rewriteAnswers(tx, { since, until, holding: messageId }, (text) => {
    const answer = JSON.parse(text) as { readonly messageId?: unknown; readonly body?: unknown };
    return answer.messageId === messageId && typeof answer.body === 'string'
      ? JSON.stringify({ ...answer, body: null })
      : null;
  });
}
