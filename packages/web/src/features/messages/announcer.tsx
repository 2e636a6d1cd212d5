import type { UserId } from '@parley/protocol';
import { useEffect, useRef, useState } from 'react';
import { isCallLine } from '../../api/agent-calls.ts';
import { changedBetween } from '../../api/changed-messages.ts';
import { isDeletedHere } from '../../api/deleting.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { stoppedDeliveries } from '../../api/stop.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { messageWords as words } from '../../words/messages.ts';
import { shownBody } from '../../words/message-body.ts';

export interface AnnouncerProps {
  readonly held: RoomMessages;
  readonly ownUserId: UserId;
}

/**
 * Announces changes of a room to screen readers: an answer begins or ends, or another person writes. The message log is not a
 * live region itself, because it changes with each word and each scroll.
 */
export function Announcer({ held, ownUserId }: AnnouncerProps) {
  const [said, say] = useState<{ readonly id: number; readonly text: string } | null>(null);
  const before = useRef(held);

  useEffect(() => {
    const text = changeBetween(before.current, held, ownUserId);
    before.current = held;
    if (text !== null) say((last) => ({ id: (last?.id ?? 0) + 1, text }));
  }, [held, ownUserId]);

  return (
    <Hidden>
      <span role="status" aria-live="polite">
        {said && <span key={said.id}>{said.text}</span>}
      </span>
    </Hidden>
  );
}

/** Returns a sentence about what is new at the end of a room; null if nothing is new. */
export function changeBetween(before: RoomMessages, now: RoomMessages, ownUserId: UserId): string | null {
  if (before === now || !now.reachesEnd) return null;
  const begun = now.drafts.find(
    ({ messageId, author }) => author.type === 'agent' && !before.drafts.some((each) => each.messageId === messageId),
  );
  const last = before.settled.at(-1)?.seq ?? 0;
  const stopped = stoppedDeliveries(now);
  const fresh = now.settled.findLast(
    ({ seq, author, replyToDeliveryId }) =>
      seq > last && author.id !== ownUserId && !(replyToDeliveryId !== null && stopped.has(replyToDeliveryId)),
  );
  if (begun) return words.isAnswering(begun.author.name);
  const changed = changeOfOne(before, now, ownUserId);
  if (changed !== null) return changed;
  // The line and the mark on the question come in either order.
  const failure = failureIn(now, ownUserId);
  if (failure !== null && failureIn(before, ownUserId) !== failure) return failure;
  if (!fresh) return null;
  const needsHuman = fresh.blocks.some(({ type }) => type === 'needs_human');
  if (needsHuman) return words.needsPerson(fresh.author.name);
  if (isCallLine(fresh)) return shownBody(fresh);
  if (fresh.author.type === 'agent') return words.answered(fresh.author.name);
  return fresh.author.type === 'user' ? words.newFrom(fresh.author.name) : null;
}

/** Returns a sentence about a message that was edited or deleted, without its text; null if none was. */
function changeOfOne(before: RoomMessages, now: RoomMessages, ownUserId: UserId): string | null {
  // The user knows of a deletion in this tab.
  const changed = changedBetween(before, now).findLast(
    ({ after: { deleted, messageId } }) => !deleted || !isDeletedHere(messageId),
  );
  if (!changed) return null;
  const { author, deleted } = changed.after;
  if (author.id === ownUserId) return deleted ? words.ownDeleted : words.youEdited;
  return deleted ? words.oneDeleted(author.name) : words.someoneEdited(author.name);
}

/** Returns the platform's line at the end of the room, where it is about the reader's last question and the agent failed at it. */
function failureIn({ settled }: RoomMessages, ownUserId: UserId): string | null {
  const asked = settled.findLast(({ author, deliveries = [] }) => author.id === ownUserId && deliveries.length > 0);
  const end = settled.at(-1);
  return asked?.failed && end?.author.type === 'platform' ? shownBody(end) : null;
}
