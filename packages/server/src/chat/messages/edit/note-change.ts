import type { MessageRow } from '../../conversations/message-row.ts';
import { updatePreviews, type PeopledConversationRow } from '../../conversations/queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { previewOf } from '../../transcript/preview.ts';
import { findLastShown } from '../../transcript/queries.ts';
import { isSilent } from '../../transcript/silent.ts';
import { replaceWords } from '../../transcript/word-queries.ts';

/** Updates search and preview after a message changed, and signals the change to everyone in the conversation. */
export async function noteChange(
  { tx, tell }: TranscriptWork,
  conversation: PeopledConversationRow,
  { before, after }: { readonly before: MessageRow; readonly after: MessageRow },
): Promise<void> {
  const { conversation_id: conversationId, people } = conversation;
  await replaceWords(tx, after);
  tell(people, 'deliveryUpdated', { conversationId, messageId: after.message_id });
  const preview = previewOf(after);
  const isShown =
    !isSilent(before) && preview !== conversation.last_preview && (await findLastShown(tx, [before])).length > 0;
  if (!isShown) return;
  await updatePreviews(tx, [conversationId], preview);
  tell(people, 'conversationUpdated', { conversationId });
}
