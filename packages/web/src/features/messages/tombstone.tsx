import type { Message } from '@parley/protocol';
import { useConversation } from '../../api/conversations.ts';
import { useMe } from '../../api/session.ts';
import { messageWords as words } from '../../words/messages.ts';
import styles from './tombstone.module.css';

/** Shows that a message was deleted, and by whom where only one person can have done it. */
export function Tombstone({ message }: { readonly message: Message }) {
  const me = useMe();
  const { data: room } = useConversation(message.conversationId);
  const { author } = message;
  // Its author and the creator of the room may delete a message; agents may not.
  const deleter = author.type === 'user' && author.id !== room?.creatorUserId ? null : (room?.creatorUserId ?? null);
  const name = room?.userMembers.find(({ userId }) => userId === deleter)?.displayName;
  return <p className={styles.tombstone}>{sentence(deleter === me.userId, name)}</p>;
}

function sentence(isMe: boolean, name: string | undefined): string {
  if (isMe) return words.deletedByYou;
  return name === undefined ? words.wasDeleted : words.deletedBy(name);
}
