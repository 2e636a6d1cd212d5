import { isId, type MessageRevision } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { findVersions } from '../../transcript/edit-queries.ts';
import { findMessage } from '../../transcript/queries.ts';
import { openBlockReader } from '../read/present.ts';
import type { OfMessage } from './lock-message.ts';

/** Returns every version of a message as one of its readers sees it, the current one last; none after a deletion. */
export async function listRevisions(
  { storage }: Pick<App, 'storage'>,
  { userId, conversationId, messageId }: OfMessage,
): Promise<{ items: MessageRevision[] }> {
  const { db } = storage;
  const conversation = await requireMember(db, userId, conversationId);
  if (!isId('message', messageId)) return refuse('message_not_found');
  const message = await findMessage(db, conversation.conversation_id, messageId);
  if (message === null) return refuse('message_not_found');
  const versions = await findVersions(db, messageId);
  const read = await openBlockReader(db, userId, message, versions);
  const items = versions.map(({ revision, body, blocks, at }) => ({
    revision,
    body,
    blocks: read(blocks),
    at: at.toISOString(),
  }));
  return { items };
}
