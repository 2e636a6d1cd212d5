import type { ConversationId, ListedConversation } from '@parley/protocol';
import { PanelRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useGrants } from '../api/grants.ts';
import { useOpenTasks, useSchedules } from '../api/room-work.ts';
import { useStandingGrants } from '../api/standing.ts';
import { useSheetEntry } from '../navigation/use-sheet-entry.ts';
import { IconButton } from '../ui/button.tsx';
import { Part } from '../ui/part.tsx';
import { useMedia } from '../ui/use-media.ts';
import { roomWords } from '../words/rooms.ts';
import styles from './room-details.module.css';

const RoomPanel = lazy(async () => ({ default: (await import('./room-panel.tsx')).RoomPanel }));
const RoomSheet = lazy(async () => ({ default: (await import('./room-panel.tsx')).RoomSheet }));

const closedKey = 'parley-panel-closed';
/** On the first visit, the panel's code loads after this time, so that the messages load first. */
const paintsWithinMs = 1000;

/**
 * Returns whether the panel of a room is open. On a wide screen it is open beside the room from the start; on a narrow one it opens over
 * the room on request, and Back closes it.
 */
export function useDetails() {
  const isBeside = useMedia('(min-width: 1200px)');
  const [isClosed, setClosed] = useState(() => localStorage.getItem(closedKey) !== null);
  const sheet = useSheetEntry('details');

  function toggle(): void {
    if (!isBeside) return sheet.isOpen ? sheet.close() : sheet.open();
    if (isClosed) localStorage.removeItem(closedKey);
    else localStorage.setItem(closedKey, '1');
    setClosed(!isClosed);
  }

  return { isBeside, isOpen: isBeside ? !isClosed : sheet.isOpen, toggle, close: sheet.close };
}

export type Details = ReturnType<typeof useDetails>;

/** Opens and closes the panel. */
export function DetailsButton({ details: { isOpen, toggle } }: { readonly details: Details }) {
  return (
    <IconButton label={roomWords.details} aria-expanded={isOpen} onClick={toggle}>
      <PanelRight size={20} aria-hidden />
    </IconButton>
  );
}

interface RoomDetailsProps {
  readonly room: ListedConversation;
  readonly details: Details;
}

/** Shows the panel if it is open. Beside the room, its space is reserved from the start, so that nothing moves when it loads. */
export function RoomDetails({ room, details: { isBeside, isOpen, close } }: RoomDetailsProps) {
  const isLater = useLater();
  if (!isOpen) return null;
  if (isBeside) {
    return (
      <aside className={styles.beside} aria-label={roomWords.details}>
        <Part onFail={() => undefined}>
          <Suspense>{isLater ? <RoomPanel room={room} /> : <PanelReads id={room.conversationId} />}</Suspense>
        </Part>
      </aside>
    );
  }
  return (
    <Part onFail={close}>
      <Suspense>
        <RoomSheet room={room} onClose={close} />
      </Suspense>
    </Part>
  );
}

/** Reads the panel's data together with the messages, so that no further requests follow later. */
function PanelReads({ id }: { readonly id: ConversationId }) {
  useGrants();
  useStandingGrants();
  useOpenTasks(id);
  useSchedules(id);
  return null;
}

let hasPainted = false;

/** Returns false only while the first room of a visit is being painted. */
function useLater(): boolean {
  const [isLater, setLater] = useState(hasPainted);
  useEffect(() => {
    const timer = setTimeout(() => {
      hasPainted = true;
      setLater(true);
    }, paintsWithinMs);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
