import type { ListedConversation } from '@parley/protocol';
import { BellOff } from 'lucide-react';
import { memo } from 'react';
import { isMuted } from '../../api/is-muted.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { roomWords as words } from '../../words/rooms.ts';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-list.module.css';
import { useTitleAmong } from './room-title.ts';

export interface RoomRowProps {
  readonly room: ListedConversation;
  readonly now: Date;
  /** Whether another room has the same members and no name either. */
  readonly isAlike: boolean;
  /** Whether something in it waits for the reader's decision. */
  readonly waitsForYou: boolean;
  /** What was written there and is not sent; empty where nothing is. */
  readonly draft: string;
}

/** One room of the list: who, the last words, when, and how many of them are unread. */
export const RoomRow = memo(function RoomRow({ room, now, isAlike, waitsForYou, draft }: RoomRowProps) {
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
        <Preview room={room} waitsForYou={waitsForYou} draft={draft} />
      </span>
      <span className={styles.end}>
        {lastMessage && (
          <time dateTime={lastMessage.createdAt} title={fullTime(lastMessage.createdAt)}>
            {briefTime(lastMessage.createdAt, now)}
          </time>
        )}
        {unreadCount > 0 ? (
          <Badge count={unreadCount} />
        ) : (
          isMuted(room, now) && <BellOff size={14} aria-label={words.muted} />
        )}
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

/** Who has to act comes first, then what the reader has begun, then what was said. */
function Preview({ room, waitsForYou, draft }: Omit<RoomRowProps, 'now' | 'isAlike'>) {
  if (waitsForYou) return <span className={classNames(styles.preview, styles.yours)}>{words.waitsForYou}</span>;
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
  return room.lastMessage?.preview ?? words.nothingSaid;
}
