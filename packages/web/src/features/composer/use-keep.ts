import type { ConversationId } from '@parley/protocol';
import { useRef } from 'react';
import { attachmentsOf, detach } from '../../api/attachments.ts';
import { readDraft, useDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { composerWords as words } from '../../words/composer.ts';

/**
 * Hands the draft and what is attached to the outbox, one at a time. It leaves the field only once it is kept; what was typed
 * meanwhile stays, or goes next where Enter was pressed for it too.
 */
export function useKeep(conversationId: ConversationId, refuse: (why: string | null) => void): () => Promise<void> {
  const outbox = useOutbox();
  const me = useMe();
  const [, change] = useDraft(me.userId, conversationId);
  const keeping = useRef<{ readonly sent: string; again: boolean } | null>(null);
  return async function keep(): Promise<void> {
    const sent = readDraft(me.userId, conversationId);
    if (keeping.current) {
      // Enter pressed twice for the same words asks for nothing more.
      keeping.current.again ||= sent !== keeping.current.sent;
      return;
    }
    const turn = { sent, again: false };
    keeping.current = turn;
    try {
      // Each file is a message of its own, before the words that are about it.
      for (const { id, uploaded } of attachmentsOf(conversationId)) {
        if (uploaded === null) continue;
        await outbox.send(conversationId, '', uploaded);
        detach(conversationId, id);
      }
      if (sent.trim() !== '') await outbox.send(conversationId, sent.trim());
      const now = readDraft(me.userId, conversationId);
      if (now.startsWith(sent)) change(now.slice(sent.length));
      refuse(null);
    } catch (error) {
      // What is refused stands in the field, and is not sent without another word.
      turn.again = false;
      refuse(error instanceof Error ? error.message : words.notKept);
    } finally {
      keeping.current = null;
    }
    if (turn.again) await keep();
  };
}
