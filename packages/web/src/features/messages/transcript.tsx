import type { ListedConversation, UserId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { loadNewer, loadNewest, loadOlder } from '../../api/messages.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { spokenFor } from '../../api/turn.ts';
import { useOutgoing } from '../../api/use-outbox.ts';
import { useNow } from '../../ui/use-now.ts';
import { messageWords as words } from '../../words/messages.ts';
import { MentionsContext } from '../../blocks/mentions.tsx';
import { AgentActivityLine } from './agent-activity-line.tsx';
import { Announcer } from './announcer.tsx';
import { NewBelow, UnreadAbove } from './jump-buttons.tsx';
import { keepRows } from './keep-rows.ts';
import { LazyReactionPicker } from './reactions/lazy-reactions.tsx';
import { reactionKey } from './reactions/reaction-key.ts';
import { RoomAgentContext, SpokenForContext } from './spoken-for.ts';
import { buildTimeline } from './timeline.ts';
import type { TimelineRow } from './timeline.ts';
import { TimelineRowView } from './timeline-row-view.tsx';
import styles from './transcript.module.css';
import { useMentioned } from './use-mentioned.ts';
import { useForgottenQuotes } from './use-forgotten-quotes.ts';
import { useLogKeys } from './use-log-keys.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useOwnChanges, useShownEdit } from './use-own-changes.ts';
import { useTranscriptScroll } from './use-transcript-scroll.ts';
import { useRoomAgent, useTurn } from './use-turn.ts';
import { useUnreadJump } from './use-unread-jump.ts';

export interface TranscriptProps {
  readonly room: ListedConversation;
  readonly held: RoomMessages;
  readonly ownUserId: UserId;
  /** The message named in the page's address. */
  readonly targetId: string | null;
}

/** Shows the messages of a room and the agent's current activity. Only rows near the visible part are in the page. */
export function Transcript({ room, held, ownUserId, targetId }: TranscriptProps) {
  const client = useQueryClient();
  const turn = useTurn(room, held);
  const roomAgent = useRoomAgent(room);
  const outgoing = useOutgoing(room.conversationId);
  const [openedAt] = useState(() => (room.unreadCount > 0 ? room.readSeq : null));
  const setSize = room.lastMessage?.seq ?? 0;
  const drawn = useRef<readonly TimelineRow[]>([]);
  const changes = useOwnChanges(ownUserId, room.conversationId);
  const rows = useMemo(() => {
    const input = { held, outgoing, ownUserId, readSeq: openedAt, setSize, ...changes };
    drawn.current = keepRows(drawn.current, buildTimeline(input));
    return drawn.current;
  }, [held, outgoing, ownUserId, openedAt, setSize, changes]);
  const scroll = useTranscriptScroll({
    rows,
    openAt: useOpenAt(targetId, openedAt !== null && rows.some(({ kind }) => kind === 'unread')),
    onNearStart: useOnceAtATime(() => loadOlder(client, room.conversationId)),
    onNearEnd: useOnceAtATime(() => loadNewer(client, room.conversationId)),
    isWhole: held.reachesEnd,
  });
  const { element, virtualizer, isAtEnd, onScroll } = scroll;
  useShownEdit(rows, virtualizer, scroll.toRow);
  useForgottenQuotes(held, ownUserId);
  const lastSeq = held.settled.at(-1)?.seq ?? 0;
  useMarkRead({ conversationId: room.conversationId, lastSeq, readSeq: room.readSeq, isAtEnd });
  const toEnd = async () => {
    if (!held.reachesEnd) await loadNewest(client, room.conversationId).catch(() => undefined);
    scroll.toEnd();
  };
  const unread = useUnreadJump({ room, rows, range: virtualizer.range, toRow: scroll.toRow, openedAt });
  useLogKeys(element, { toUnread: unread.jump, toEnd: () => void toEnd() });
  const agent = room.agentMembers[0];
  const isToldAbove = turn?.stage === 'broken' && held.settled.at(-1)?.author.type === 'platform';
  const isSaid = turn !== null && turn.stage !== 'answered' && turn.stage !== 'answering';

  return (
    <RoomAgentContext value={roomAgent}>
      <SpokenForContext value={spokenFor(turn)}>
        <div className={styles.frame}>
          <div
            ref={element}
            className={styles.scroll}
            onScroll={onScroll}
            onKeyDown={reactionKey(rows)}
            tabIndex={0}
            role="log"
            aria-live="off"
            aria-label={words.log}
          >
            <div className={styles.column}>
              {held.reachesStart && <p className={styles.beginning}>{words.beginning}</p>}
              <Rows room={room} rows={rows} virtualizer={virtualizer} targetId={targetId} />
            </div>
          </div>
          {unread.count > 0 && <UnreadAbove count={unread.count} onPress={unread.jump} />}
          {!isAtEnd && <NewBelow count={room.unreadCount} onPress={() => void toEnd()} />}
          {agent && isSaid && (
            <div className={styles.activity}>
              <AgentActivityLine agent={agent} turn={turn} isToldAbove={isToldAbove} />
            </div>
          )}
          <Announcer held={held} ownUserId={ownUserId} />
          <LazyReactionPicker />
        </div>
      </SpokenForContext>
    </RoomAgentContext>
  );
}

interface RowsProps {
  readonly room: ListedConversation;
  readonly rows: readonly TimelineRow[];
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly targetId: string | null;
}

/** Renders the rows near the visible part, each at its position. */
function Rows({ room, rows, virtualizer, targetId }: RowsProps) {
  const now = useNow();
  const mentioned = useMentioned(room);
  return (
    <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <MentionsContext value={mentioned}>
                <TimelineRowView row={row} now={now} targetId={targetId} />
              </MentionsContext>
            </div>
          )
        );
      })}
    </div>
  );
}

/** Returns where the room opens: at the linked message, else at the first unread one, else at the end. */
function useOpenAt(targetId: string | null, hasUnread: boolean) {
  const [opensAtUnread] = useState(hasUnread);
  return useMemo(() => {
    if (targetId !== null) return { key: targetId, align: 'center' } as const;
    return opensAtUnread ? ({ key: 'unread', align: 'start' } as const) : null;
  }, [targetId, opensAtUnread]);
}

/** Returns a function that runs the work unless it is already running. After a failure, the next scroll runs it again. */
function useOnceAtATime(work: () => Promise<unknown>): () => void {
  const running = useRef(false);
  const latest = useRef(work);
  latest.current = work;
  return useCallback(() => {
    if (running.current) return;
    running.current = true;
    void latest
      .current()
      .catch(() => undefined)
      .finally(() => {
        running.current = false;
      });
  }, []);
}
