import type { ListedConversation } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWaitingRooms } from '../../api/approvals.ts';
import { loadNewer, loadNewest, loadOlder } from '../../api/messages.ts';
import { useMembership } from '../../api/membership.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { useOutgoing } from '../../api/use-outbox.ts';
import { turnOf } from '../../api/turn.ts';
import type { Turn } from '../../api/turn.ts';
import { useNow } from '../../ui/use-now.ts';
import { AgentActivityLine } from './agent-activity-line.tsx';
import { SpokenForContext } from './spoken-for.ts';
import { buildTimeline } from './timeline.ts';
import { TimelineRowView } from './timeline-row-view.tsx';
import styles from './transcript.module.css';
import { useMarkRead } from './use-mark-read.ts';
import { useTranscriptScroll } from './use-transcript-scroll.ts';

export interface TranscriptProps {
  readonly room: ListedConversation;
  readonly held: RoomMessages;
  readonly ownUserId: string;
  /** The message that a link led to. */
  readonly targetId: string | null;
}

/** What was said in a room, from its first message to what the agent is doing now. Only what is near the eye is in the page. */
export function Transcript({ room, held, ownUserId, targetId }: TranscriptProps) {
  const client = useQueryClient();
  const now = useNow();
  const turn = useTurn(room, held);
  const outgoing = useOutgoing(room.conversationId);
  const [openedAt] = useState(() => (room.unreadCount > 0 ? room.readSeq : null));
  const rows = useMemo(
    () => buildTimeline({ held, outgoing, ownUserId, readSeq: openedAt }),
    [held, outgoing, ownUserId, openedAt],
  );
  const { element, virtualizer, isAtEnd, onScroll } = useTranscriptScroll({
    rows,
    openAt: useOpenAt(targetId, openedAt !== null && rows.some(({ kind }) => kind === 'unread')),
    onNearStart: useOnceAtATime(() => loadOlder(client, room.conversationId)),
    onNearEnd: useOnceAtATime(() => loadNewer(client, room.conversationId)),
    isWhole: held.reachesEnd,
  });
  const lastSeq = held.settled.at(-1)?.seq ?? 0;
  useMarkRead({ conversationId: room.conversationId, lastSeq, readSeq: room.readSeq, isAtEnd });
  const toEnd = async () => {
    if (!held.reachesEnd) await loadNewest(client, room.conversationId).catch(() => undefined);
    virtualizer.scrollToEnd();
  };
  const agent = room.agentMembers[0];
  const isSaid = turn !== null && turn.stage !== 'answered' && turn.stage !== 'answering';

  return (
    <SpokenForContext value={isSaid ? turn.message.messageId : null}>
      <div className={styles.frame}>
        <div ref={element} className={styles.scroll} onScroll={onScroll} tabIndex={0} role="log" aria-label="Messages">
          <div className={styles.column}>
            {held.reachesStart && <p className={styles.beginning}>This is where the conversation begins.</p>}
            <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map((item) => {
                const row = rows[item.index];
                return (
                  row && (
                    <div
                      key={item.key}
                      ref={virtualizer.measureElement}
                      data-index={item.index}
                      className={styles.row}
                      style={{ transform: `translateY(${item.start}px)` }}
                    >
                      <TimelineRowView row={row} now={now} targetId={targetId} />
                    </div>
                  )
                );
              })}
            </div>
          </div>
        </div>
        {!isAtEnd && <NewBelow count={room.unreadCount} onPress={() => void toEnd()} />}
        {agent && isSaid && (
          <div className={styles.activity}>
            <AgentActivityLine agent={agent} turn={turn} />
          </div>
        )}
      </div>
    </SpokenForContext>
  );
}

/** Where the reader's last message to the agent stands; looked at each second while that may change by itself. */
function useTurn(room: ListedConversation, held: RoomMessages): Turn | null {
  const agent = room.agentMembers[0];
  const { data: membership } = useMembership(agent?.agentId ?? null);
  const waitsForDecision = useWaitingRooms().has(room.conversationId);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(isOpen ? 1000 : 30_000);
  const facts = { agentStatus: room.agentStatus, isBlocked: membership?.blocked ?? false, waitsForDecision };
  const turn = agent ? turnOf(held, agent, facts, now) : null;
  const changes =
    turn !== null && (turn.stage === 'undispatched' || turn.stage === 'dispatched') && turn.sinceMs < 60_000;
  useEffect(() => setOpen(changes), [changes]);
  return turn;
}

/** Where the room opens: at the message a link led to, else at the first unread one, else at the end. */
function useOpenAt(targetId: string | null, hasUnread: boolean) {
  const [opensAtUnread] = useState(hasUnread);
  return useMemo(() => {
    if (targetId !== null) return { key: targetId, align: 'center' } as const;
    return opensAtUnread ? ({ key: 'unread', align: 'start' } as const) : null;
  }, [targetId, opensAtUnread]);
}

function NewBelow({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.below} onClick={onPress}>
      <ArrowDown size={16} aria-hidden />
      {count > 0 ? `${count} new` : 'To the end'}
    </button>
  );
}

/** Runs work that is asked for often, never twice at the same time; a failure lets the next scroll try again. */
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
