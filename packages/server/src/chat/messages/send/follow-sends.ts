import type { ConversationId } from '@parley/protocol';
import { follow } from '../../../engine/deliveries/delivery-work.ts';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import type { App } from '../../conversations/app.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { ComposedBatch, ComposedSend } from './compose-send.ts';
import type { WrittenSends } from './send-queries.ts';

/** After the commit: updates the cache, hands the written deliveries to the engine and tells people of the messages. */
export function followSends(
  app: Pick<App, 'engine' | 'hub' | 'conversationCache'>,
  transcript: TranscriptWriter,
  batch: ComposedBatch,
  { places, placed }: WrittenSends,
  more: readonly Signal[] = [],
): void {
  const written = batch.sends.filter((_, place) => places.has(place));
  const conversations = new Set(written.map(({ message }) => message.conversation_id));
  learn(app, transcript, batch, conversations);
  const signals = [...transcript.signals((id) => conversations.has(id)), ...written.flatMap(choiceSignal), ...more];
  follow(app, { enqueued: [batch.plan.enqueued(placed)], signals });
}

/** Caches what was written, and forgets conversations that differed from the cache. */
function learn(
  { conversationCache }: Pick<App, 'conversationCache'>,
  transcript: TranscriptWriter,
  { conversations }: ComposedBatch,
  written: ReadonlySet<ConversationId>,
): void {
  for (const { conversationId, seq, at, isLive } of conversations) {
    const conversation = transcript.conversation(conversationId);
    if (conversation && written.has(conversationId))
      conversationCache.learn({ conversation: { ...conversation, last_seq: seq, last_message_at: at }, isLive });
    else conversationCache.forget(conversationId);
  }
}

/** The chooser's screens must show that an option of an earlier message was chosen. */
function choiceSignal({ send, message }: ComposedSend): Signal[] {
  if (!send.choice) return [];
  const of = { conversationId: message.conversation_id, messageId: send.choice.messageId };
  return [tell([send.sender.userId], 'deliveryUpdated', of)];
}
