import type { ConversationId } from '@parley/protocol';
import { eraseArgumentsOfCalls } from '../../actions/tools/erase-person-queries.ts';
import { eraseSchedulesOf, eraseTasksBy } from '../../actions/tasks/erase-person-queries.ts';
import { isAskedOf } from '../../chat/approvals/erase-person-queries.ts';
import { closeConversation } from '../../chat/conversations/delete-conversation.ts';
import { emptyPreviewOfDeleted, eraseStay, eraseTitleBy } from '../../chat/conversations/erase-person-queries.ts';
import { lockConversations, updateSeats, type PeopledConversationRow } from '../../chat/conversations/queries.ts';
import { kindOf } from '../../chat/conversations/require-member.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { writeTombstones } from '../../chat/messages/delete/write-tombstones.ts';
import { eraseChoicesOf } from '../../chat/messages/erase-person-queries.ts';
import { pageToErase } from '../../chat/transcript/erase-person-queries.ts';
import { quoted } from '../../chat/transcript/quoted.ts';
import { indexConversation } from '../../chat/transcript/word-queries.ts';
import { eraseAnswersAbout } from '../../platform/idempotency/erase-queries.ts';
import { idempotencyWindowMs } from '../../platform/idempotency/idempotency.ts';
import { batch, batches, batchRows, type Erasing } from './erase-batch.ts';

/** Messages that a batch looks at. */
const looked = 500;

/** Erases what a person has in a conversation, deleted or not, and takes them out of it. */
export async function eraseRoom(erasing: Erasing, conversationId: ConversationId): Promise<void> {
  const { app, userId } = erasing;
  await eraseMessages(erasing, conversationId);
  const since = new Date(app.clock.now() - idempotencyWindowMs);
  await batches(erasing, async ({ tx }) => {
    const taskIds = await eraseTasksBy(tx, conversationId, userId, batchRows);
    await eraseAnswersAbout(tx, since, taskIds);
    return taskIds.length;
  });
  await batches(erasing, ({ tx }) => eraseArgumentsOfCalls(tx, conversationId, userId, batchRows));
  await batch(erasing, (work) => leaveRoom(work, erasing, conversationId));
}

/** Turns into tombstones what the person said, what they were asked to approve, and the lines of the platform about them. */
async function eraseMessages(erasing: Erasing, conversationId: ConversationId): Promise<void> {
  const { app, userId, person } = erasing;
  await indexConversation(app.storage, conversationId);
  const of = { conversationId, userId, quotedName: quoted(person.displayName) };
  const now = new Date(app.clock.now());
  const since = new Date(now.getTime() - idempotencyWindowMs);
  for (let above = 0; ;) {
    const last = await batch(erasing, async (work) => {
      await work.transcript.lock([conversationId]);
      const conversation = work.transcript.conversation(conversationId) ?? deletedRoom(conversationId);
      const page = await pageToErase(work.tx, of, { above, limit: looked }, (id) => isAskedOf(id, userId));
      await writeTombstones(
        work,
        page.messages.map((message) => ({ conversation, message })),
        { secrets: app.secrets, now, dispatches: new Map() },
      );
      const recent = page.messages.filter((message) => message.created_at > since);
      await eraseAnswersAbout(
        work.tx,
        since,
        recent.map((message) => message.message_id),
      );
      return page.last;
    });
    if (last === null) return;
    above = last;
  }
}

/** A deleted conversation, as far as tombstones need it: it has nobody to tell. */
function deletedRoom(conversationId: ConversationId): PeopledConversationRow {
  return { conversation_id: conversationId, people: [], last_preview: '' } as unknown as PeopledConversationRow;
}

/** Takes the person out of a conversation. One that nobody is left in is deleted. */
async function leaveRoom(work: TranscriptWork, { app, userId }: Erasing, id: ConversationId): Promise<void> {
  const { tx, tell } = work;
  const [conversation] = await lockConversations(tx, [id]);
  await eraseTitleBy(tx, id, userId);
  await eraseChoicesOf(tx, id, userId);
  await eraseSchedulesOf(tx, id, userId);
  await eraseStay(tx, id, userId);
  await emptyPreviewOfDeleted(tx, id);
  if (conversation === undefined) return;
  const left = conversation.people.filter((other) => other !== userId);
  if (left.length === 0) {
    await closeConversation(work, conversation, new Date(app.clock.now()));
    return emptyPreviewOfDeleted(tx, id);
  }
  if (left.length < conversation.people.length)
    await updateSeats(tx, id, {
      agentId: conversation.agent_id,
      kind: kindOf(left.length, conversation.agent_id !== null),
    });
  tell(left, 'conversationUpdated', { conversationId: id });
}
