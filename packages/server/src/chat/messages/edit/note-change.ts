import type { MessageRow } from '../../conversations/message-row.ts';
import { updatePreviews, type PeopledConversationRow } from '../../conversations/queries.ts';
import { countSilent, uncountSilent } from '../../conversations/silent-queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { previewOf } from '../../transcript/preview.ts';
import { findLastShown, findNewestShown } from '../../transcript/queries.ts';
import { isSilent, silentAmong } from '../../transcript/silent.ts';
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
  await recount(tx, before, after);
  if (isSilent(before) && isSilent(after)) return;
  if ((await findLastShown(tx, [after])).length === 0) return;
  const shown = isSilent(after) ? await findNewestShown(tx, conversationId) : after;
  const preview = shown === undefined ? '' : previewOf(shown);
  if (preview === conversation.last_preview) return;
  await updatePreviews(tx, [conversationId], preview);
  tell(people, 'conversationUpdated', { conversationId });
}

/** Keeps the count of silent messages true. */
async function recount(tx: Tx, before: MessageRow, after: MessageRow): Promise<void> {
  const [was, is] = [silentAmong([before]), silentAmong([after])];
  if (was.length === is.length) return;
  for (const message of is) await countSilent(tx, message);
  for (const message of was) await uncountSilent(tx, message);
}
