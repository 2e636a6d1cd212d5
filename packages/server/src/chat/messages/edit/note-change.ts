import type { MessageRow } from '../../conversations/message-row.ts';
import { updatePreviews, type PeopledConversationRow } from '../../conversations/queries.ts';
import { countSilent, uncountSilent } from '../../conversations/silent-queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { previewOf } from '../../transcript/preview.ts';
import { findNewestShown } from '../../transcript/queries.ts';
import { silentAmong } from '../../transcript/silent.ts';
import { replaceWords } from '../../transcript/word-queries.ts';

/** Updates search and preview after a changed message was written, and signals the change to everyone in the conversation. */
export async function noteChange(
  { tx, tell }: TranscriptWork,
  conversation: PeopledConversationRow,
  { before, after }: { readonly before: MessageRow; readonly after: MessageRow },
): Promise<void> {
  const { conversation_id: conversationId, people } = conversation;
  await replaceWords(tx, after);
  tell(people, 'deliveryUpdated', { conversationId, messageId: after.message_id });
  const [was] = silentAmong([before]);
  const [is] = silentAmong([after]);
  if (is && !was) await countSilent(tx, is);
  if (was && !is) await uncountSilent(tx, was);
  if (was && is) return;
  const shown = await findNewestShown(tx, conversationId);
  if (shown && shown.seq > after.seq) return;
  const preview = shown ? previewOf(shown) : '';
  if (preview === conversation.last_preview) return;
  await updatePreviews(tx, [conversationId], preview);
  tell(people, 'conversationUpdated', { conversationId });
}
