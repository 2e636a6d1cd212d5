import type { FoundMessage } from '@parley/protocol';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useConversations } from '../../../api/conversations.ts';
import { useMe } from '../../../api/session.ts';
import { briefTime, fullTime } from '../../../ui/format-time.ts';
import { findWords } from '../../../words/find.ts';
import { roomTitle } from '../room-title.ts';
import styles from './find.module.css';
import { Marked } from './marked.tsx';

export interface FoundMessageRowProps {
  readonly message: FoundMessage;
  readonly words: string;
}

/** Shows a found message as a link to it. */
export function FoundMessageRow({ message, words }: FoundMessageRowProps) {
  const { conversationId, messageId, createdAt } = message;
  return (
    <Link to={paths.message(conversationId, messageId)} className={styles.message}>
      <span className={styles.small}>
        {useOrigin(message)} ·{' '}
        <time dateTime={createdAt} title={fullTime(createdAt)}>
          {briefTime(createdAt, new Date())}
        </time>
      </span>
      <span dir="auto" className={styles.snippet}>
        <Marked text={message.snippet} words={words} />
      </span>
    </Link>
  );
}

/** Returns the author and the room of a found message. */
export function useOrigin({ author, conversationId }: FoundMessage): string {
  const me = useMe();
  const { data: rooms } = useConversations();
  const room = rooms?.find((each) => each.conversationId === conversationId);
  const name = author.id === me.userId ? findWords.yourself : author.name;
  return room ? findWords.from(name, roomTitle(room)) : name;
}
