import type { UserId } from '@parley/protocol';
import { useEffect, useRef } from 'react';
import { changedBetween } from '../../api/changed-messages.ts';
import { readDraft, writeDraft } from '../../api/drafts.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { messageText, quoted } from './message-text.ts';

/** Takes the unchanged quotation of a message out of the draft of its room when the message is deleted. */
export function useForgottenQuotes(held: RoomMessages, userId: UserId): void {
  const last = useRef(held);
  useEffect(() => {
    const changed = changedBetween(last.current, held);
    last.current = held;
    for (const { before, after } of changed) {
      const { conversationId } = after;
      const draft = readDraft(userId, conversationId);
      const quotation = quoted(messageText(before)).trimEnd();
      if (!after.deleted || !draft.includes(quotation)) continue;
      writeDraft(userId, conversationId, draft.replace(quotation, '').replace(/^\s+/, ''));
    }
  }, [held, userId]);
}
