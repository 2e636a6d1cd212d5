import type { App } from '../../conversations/app.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { rewriteAnswers } from '../../../platform/idempotency/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { isOfTask, lockMessage, type OfMessage } from '../edit/lock-message.ts';
import { prepareChange } from '../edit/prepare-change.ts';
import { writeTombstones } from './write-tombstones.ts';

type DeleteApp = Pick<App, 'commit' | 'storage' | 'clock' | 'engine' | 'secrets'>;

/**
 * Deletes a message of its author, or any message for the creator of the conversation. The message keeps its place and
 * its author. Deleting it again changes nothing.
 */
export async function deleteMessage(app: DeleteApp, of: OfMessage): Promise<void> {
  const dispatches = await prepareChange(app, of);
  await app.commit(async (work) => {
    const { conversation, message, edit } = await lockMessage(work, of);
    if (message.author_id !== of.userId && conversation.creator_user_id !== of.userId) {
      refuse('not_allowed', { message: 'Only its author, or the creator of the conversation, may delete a message.' });
    }
    if (isOfTask(message)) refuse('not_allowed', { message: 'Messages of tasks cannot be deleted.' });
    if (edit?.deleted_at) return;
    await writeTombstones(work, [{ conversation, message }], {
      secrets: app.secrets,
      now: new Date(app.clock.now()),
      dispatches,
    });
    await forgetAnswer(work.tx, message);
  });
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
