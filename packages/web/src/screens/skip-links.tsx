import type { ConversationId } from '@parley/protocol';
import { useConversation } from '../api/conversations.ts';
import { useOpenRoom } from '../navigation/use-open-room.ts';
import { roomWords as words } from '../words/rooms.ts';
import styles from './shell.module.css';

/** The first links of the page, for people who use the keyboard: to the open page, and to the message field of the open room. */
export function SkipLinks() {
  const openRoom = useOpenRoom();
  return (
    <>
      <a href="#main" className={styles.skip}>
        {words.skipToRoom}
      </a>
      {openRoom !== null && <SkipToComposer id={openRoom} />}
    </>
  );
}

/** A room that is not there, or not yet, has no message field. */
function SkipToComposer({ id }: { readonly id: ConversationId }) {
  const { data: room } = useConversation(id);
  if (!room) return null;
  return (
    <a
      href="#composer"
      className={styles.skip}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('composer')?.focus();
      }}
    >
      {words.skipToComposer}
    </a>
  );
}
