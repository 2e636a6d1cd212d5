import type { AssetId, ConversationId } from '@parley/protocol';
import { dropMentions } from '../../../accounts/assets/erase-queries.ts';
import { eraseBodies } from '../../../engine/deliveries/erase-queries.ts';
import { lockDeliveriesOf } from '../../../engine/deliveries/stopped-queries.ts';
import type { Dispatches } from '../../../engine/deliveries/with-dispatches.ts';
import { withdrawDeliveries } from '../../../engine/deliveries/withdraw-queries.ts';
import { withdrawnFromServers } from '../../../engine/deliveries/withdrawn-signals.ts';
import type { SecretBox } from '../../../platform/storage/secret-box.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { updatePreviews, type PeopledConversationRow } from '../../conversations/queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { assetsIn } from '../../transcript/asset-mentions.ts';
import { emptyMessages, findBlocksWithAssets } from '../../transcript/edit-queries.ts';
import { findLastShown, findStillNamed } from '../../transcript/queries.ts';
import { isSilent } from '../../transcript/silent.ts';
import { emptyWords } from '../../transcript/word-queries.ts';
import { eraseReactionsTo } from '../reactions/reaction-queries.ts';
import { findCallsOf } from '../reply/agent-call-queries.ts';
import { keepHeld } from './keep-held.ts';

/** A message of a locked conversation. */
export interface Doomed {
  readonly conversation: PeopledConversationRow;
  readonly message: MessageRow;
}

interface Writing {
  readonly secrets: Pick<SecretBox, 'seal' | 'keyId'>;
  readonly now: Date;
  /** Dispatch times that may not be persisted yet. */
  readonly dispatches: Dispatches;
}

/**
 * Turns messages into tombstones: place, author and time stay. Their text, earlier versions, search words, reactions,
 * assets that nothing else names and bodies of deliveries go, and what was not dispatched is withdrawn. What is under a
 * hold is kept, sealed. The caller holds the locks of the conversations, whose search words must be written
 * (`indexNewest`).
 */
export async function writeTombstones(
  work: TranscriptWork,
  doomed: readonly Doomed[],
  { secrets, now, dispatches }: Writing,
): Promise<void> {
  if (doomed.length === 0) return;
  const { tx, signal, tell } = work;
  const messages = doomed.map(({ message }) => message);
  const ids = messages.map((message) => message.message_id);
  const own = (await lockDeliveriesOf(tx, ids)).map((row) => row.delivery_id);
  const deliveries = [...own, ...(await findCallsOf(tx, ids))];
  const withdrawn = await withdrawDeliveries(tx, deliveries, now, { keepOutcome: true, dispatches });
  await eraseBodies(tx, deliveries);
  await keepHeld(tx, secrets, messages, now);
  const named = await findNamed(tx, messages);
  await emptyMessages(tx, messages, now);
  await dropAssets(tx, named);
  await eraseReactionsTo(tx, ids);
  await emptyWords(tx, messages);
  // One signal about the message goes to everyone in the conversation, so the senders need none of their own.
  signal(withdrawnFromServers(withdrawn));
  for (const { conversation, message } of doomed) {
    const { conversation_id: conversationId, people } = conversation;
    tell(people, 'deliveryUpdated', { conversationId, messageId: message.message_id });
  }
  await emptyPreviews(work, doomed);
}

/** An author in a conversation, and the assets that messages of theirs there named. */
interface NamedBy {
  readonly conversationId: ConversationId;
  readonly ownerId: NonNullable<MessageRow['author_id']>;
  readonly assetIds: AssetId[];
}

/** Returns the assets that these messages name, in their current version or an earlier one. */
async function findNamed(tx: Tx, messages: readonly MessageRow[]): Promise<NamedBy[]> {
  const byId = new Map(messages.map((message) => [message.message_id, message]));
  const named = new Map<string, NamedBy>();
  for (const { message_id: messageId, blocks } of await findBlocksWithAssets(tx, [...byId.keys()])) {
    const { conversation_id: conversationId, author_id: ownerId = null } = byId.get(messageId) ?? {};
    if (conversationId === undefined || ownerId === null) continue;
    const key = `${conversationId} ${ownerId}`;
    const { assetIds } = named.get(key) ?? { assetIds: [] };
    named.set(key, { conversationId, ownerId, assetIds: [...new Set([...assetIds, ...assetsIn(blocks)])] });
  }
  return [...named.values()];
}

/** Lets go of the assets that no message of their author names any more. */
async function dropAssets(tx: Tx, named: readonly NamedBy[]): Promise<void> {
  for (const { assetIds, ...by } of named) {
    const kept = new Set(await findStillNamed(tx, by, assetIds));
    await dropMentions(tx, { ...by, assetIds: assetIds.filter((assetId) => !kept.has(assetId)) });
  }
}

/** Empties the previews of conversations whose newest visible message is now a tombstone. */
async function emptyPreviews({ tx, tell }: TranscriptWork, doomed: readonly Doomed[]): Promise<void> {
  const newest = new Map<ConversationId, Doomed>();
  for (const entry of doomed) {
    const { conversation, message } = entry;
    const other = newest.get(conversation.conversation_id);
    if (!isSilent(message) && (other === undefined || other.message.seq < message.seq))
      newest.set(conversation.conversation_id, entry);
  }
  const shown = [...newest.values()].filter(({ conversation }) => conversation.last_preview !== '');
  const last = await findLastShown(
    tx,
    shown.map(({ message }) => message),
  );
  await updatePreviews(tx, last, '');
  for (const conversationId of last) {
    tell(newest.get(conversationId)?.conversation.people ?? [], 'conversationUpdated', { conversationId });
  }
}
