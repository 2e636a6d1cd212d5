import type { ListedConversation } from '@parley/protocol';
import { BellOff, Pin } from 'lucide-react';
import { memo } from 'react';
import { isMuted } from '../../api/is-muted.ts';
import type { OutgoingMessage } from '../../api/outgoing.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { roomPlaceWords } from '../../words/room-places.ts';
import { platformWords } from '../../words/platform-lines.ts';
import { roomWords as words } from '../../words/rooms.ts';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-list.module.css';
import { useTitleAmong } from './room-title.ts';

export interface RoomRowProps {
  readonly room: ListedConversation;
  readonly now: Date;
  /** Whether another unnamed room has the same members. */
  readonly isAlike: boolean;
  /** Whether a decision of the user is pending in it. */
  readonly waitsForYou: boolean;
  /** The newest message of the room that is not sent yet, and whether sending it has failed or waits for a connection. */
  readonly unsent: OutgoingMessage | null;
  readonly isStuck: boolean;
  /** The unsent draft of the room; may be empty. */
  readonly draft: string;
}

/** Shows one room of the list: its name, last message, time, and number of unread messages. */
export const RoomRow = memo(function RoomRow({ room, now, isAlike, ...waits }: RoomRowProps) {
  const { lastMessage, unreadCount } = room;
  const title = useTitleAmong(room, isAlike);
  return (
    <Link
      to={paths.room(room.conversationId)}
      className={classNames(styles.row, unreadCount > 0 && styles.unread)}
      activeClass={styles.active}
    >
      <RoomAvatar room={room} />
      <span className={styles.middle}>
        <span className={styles.title}>{title}</span>
        <Preview room={room} {...waits} />
      </span>
      <span className={styles.end}>
        {lastMessage && (
          <time dateTime={lastMessage.createdAt} title={fullTime(lastMessage.createdAt)}>
            {briefTime(lastMessage.createdAt, now)}
          </time>
        )}
        <span className={styles.marks}>
          {room.pinned && <Pin size={14} aria-label={roomPlaceWords.pinned} />}
          {unreadCount > 0 ? (
            <Badge count={unreadCount} />
          ) : (
            isMuted(room, now) && <BellOff size={14} aria-label={words.muted} />
          )}
        </span>
      </span>
    </Link>
  );
});

function Badge({ count }: { readonly count: number }) {
  return (
    <span className={styles.badge}>
      {count > 99 ? '99+' : count}
      <Hidden> {words.unread}</Hidden>
    </span>
  );
}

/** Shows a pending decision first, else what is not sent, else the draft, else the last message. */
function Preview({ room, waitsForYou, unsent, isStuck, draft }: Omit<RoomRowProps, 'now' | 'isAlike'>) {
  if (waitsForYou) return <span className={classNames(styles.preview, styles.yours)}>{words.waitsForYou}</span>;
  if (unsent) {
    return (
      <span className={styles.preview}>
        {isStuck && <span className={styles.yours}>{words.unsent}</span>} {unsent.attachment?.filename ?? unsent.text}
      </span>
    );
  }
  if (draft !== '') {
    return (
      <span className={styles.preview}>
        <span className={styles.yours}>{words.draft}</span> {draft}
      </span>
    );
  }
  return <span className={styles.preview}>{previewOf(room)}</span>;
}

function previewOf(room: ListedConversation): string {
  if (room.agentStatus === 'paused') return words.paused;
  if (room.agentStatus === 'deleted') return words.gone;
  return room.lastMessage === null ? words.nothingSaid : platformWords.said(room.lastMessage.preview);
}
