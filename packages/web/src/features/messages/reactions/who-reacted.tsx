import type { Message, MessageReaction } from '@parley/protocol';
import { useMembers } from '../../../api/members.ts';
import { useWhoReacted } from '../../../api/reactions.ts';
import { useMe } from '../../../api/session.ts';
import { reactionWords as words } from '../../../words/reactions.ts';
import styles from './reactions.module.css';

const namedAtMost = 12;

export interface WhoReactedProps {
  readonly id: string;
  readonly message: Message;
  readonly emoji: string;
}

/** Shows the names of the people who reacted to a message with one emoji. */
export function WhoReacted({ id, message, emoji }: WhoReactedProps) {
  const { data, error } = useWhoReacted(message, true);
  const me = useMe();
  const members = useMembers(message.conversationId);
  const nameOf = ({ userId, handle }: MessageReaction) => {
    if (userId === me.userId) return words.you;
    const member = members.data?.find((each) => 'userId' in each && each.userId === userId);
    return member && 'displayName' in member ? member.displayName : `@${handle}`;
  };
  const names = data?.filter((each) => each.emoji === emoji).map(nameOf);
  return (
    <p id={id} role="tooltip" className={styles.who}>
      {error ? words.unknown : names ? words.who(briefly(names), emoji) : words.reading}
    </p>
  );
}

function briefly(names: readonly string[]): readonly string[] {
  if (names.length <= namedAtMost) return names;
  return [...names.slice(0, namedAtMost), words.andMore(names.length - namedAtMost)];
}
