import type { ConversationId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConversation } from '../api/conversations.ts';
import { Live } from '../api/live.tsx';
import { followSession, useSession } from '../api/session.ts';
import { useOutbox } from '../api/use-outbox.ts';
import { ComposerBar } from '../features/composer/composer-bar.tsx';
import { RoomMessagesView } from '../features/messages/room-messages-view.tsx';
import { roomNames, roomTitle } from '../features/rooms/room-title.ts';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { playgroundWords as words } from '../words/playground.ts';
import { ConnectionLine } from './connection-line.tsx';
import { LazyConsent } from './lazy-consent.tsx';
import styles from './playground-room.module.css';

/** What the editor does with its text while a room is beside it. */
export interface SendToRoom {
  readonly send: (text: string) => void;
}

export interface PlaygroundRoomProps {
  readonly id: ConversationId;
  /** Called once the room is shown, and with null when it no longer is. */
  readonly onReady: (toRoom: SendToRoom | null) => void;
}

/** Shows a room beside the editor for blocks; nothing to somebody who is not signed in, or not in the room. */
export function PlaygroundRoom(props: PlaygroundRoomProps) {
  const { data: me, isPending } = useSession();
  const client = useQueryClient();
  useEffect(() => followSession(client), [client]);
  if (isPending) return <Loading />;
  if (!me) return null;
  return (
    <Live me={me} key={me.userId}>
      <Beside {...props} />
    </Live>
  );
}

function Beside({ id, onReady }: PlaygroundRoomProps) {
  const { data: room, error } = useConversation(id);
  const outbox = useOutbox();
  const place = useRef<HTMLElement>(null);
  const isShown = room !== undefined;

  useEffect(() => {
    if (!isShown) return;
    const send = async (text: string) => {
      await outbox.send(id, text);
      // On a narrow screen the room is below the editor.
      place.current?.scrollIntoView({ block: 'nearest' });
    };
    onReady({ send: (text) => void send(text).catch((failure: Error) => toast(failure.message)) });
    return () => onReady(null);
  }, [id, isShown, outbox, onReady]);

  if (!room) return error ? null : <Loading />;
  return (
    <section ref={place} className={styles.room} aria-labelledby="playground-room">
      <h2 id="playground-room" className={styles.title}>
        <Link to={paths.room(id)}>{roomTitle(room)}</Link>
      </h2>
      <ConnectionLine />
      {/* First in the document, as in the room itself; the stylesheet puts it below. */}
      <ComposerBar room={room} to={roomNames(room)} />
      <RoomMessagesView room={room} targetId={null} />
      <LazyConsent room={room} />
    </section>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      <Skeleton label={words.loadingRoom} />
    </div>
  );
}
