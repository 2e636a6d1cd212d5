import type { ConversationId, Message, UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAsMember } from '../../conversations/queries.ts';
import { pageOfMessages } from '../../transcript/queries.ts';
import { presentMessages } from './present.ts';

const pageSize = 200;

/** Thrown if the reader leaves the conversation while its messages are read. */
export class ReaderLeft extends Error {}

/**
 * Reads the messages of a conversation as one of its people sees them, oldest first, without drafts, up to its last message as given.
 * Throws `ReaderLeft` if the person leaves meanwhile.
 */
export async function* messagePages(
  app: Pick<App, 'storage' | 'clock' | 'engine'>,
  userId: UserId,
  {
    conversationId,
    lastMessage,
  }: { readonly conversationId: ConversationId; readonly lastMessage: { readonly seq: number } | null },
): AsyncGenerator<Message[], void> {
  const end = lastMessage?.seq ?? 0;
  for (let seq = 0; seq < end;) {
    const conversation = await findAsMember(app.storage.db, conversationId, userId);
    if (conversation === null) throw new ReaderLeft('export ended: the reader has left the conversation');
    const page = { conversationId, direction: 'on' as const, seq, limit: pageSize };
    const { rows } = await pageOfMessages(app.storage.db, page);
    const last = rows.at(-1);
    if (last === undefined) return;
    seq = last.seq;
    yield await presentMessages(
      app,
      conversation,
      userId,
      rows.filter((row) => row.seq <= end),
    );
  }
}
