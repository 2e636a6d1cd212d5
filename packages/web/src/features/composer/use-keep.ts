import type { ConversationId } from '@parley/protocol';
import { useRef } from 'react';
import { attachmentsOf, detach } from '../../api/attachments.ts';
import { readDraft, useDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { composerWords as words } from '../../words/composer.ts';

/**
 * Returns a function that passes the draft and the attachments to the outbox, one call at a time. Text leaves the field only
 * once the outbox has stored it. Text typed in the meantime stays, or follows if Enter was pressed for it too.
 */
export function useKeep(conversationId: ConversationId, refuse: (why: string | null) => void): () => Promise<void> {
  const outbox = useOutbox();
  const me = useMe();
  const [, change] = useDraft(me.userId, conversationId);
  const keeping = useRef<{ readonly sent: string; again: boolean } | null>(null);
  return async function keep(): Promise<void> {
    const sent = readDraft(me.userId, conversationId);
    if (keeping.current) {
      // A second Enter for the same text has no effect.
      keeping.current.again ||= sent !== keeping.current.sent;
      return;
    }
    const turn = { sent, again: false };
    keeping.current = turn;
    try {
      // Each file is a separate message, before the text.
      for (const { id, uploaded } of attachmentsOf(conversationId)) {
        if (uploaded === null) continue;
        await outbox.send(conversationId, '', { attachment: uploaded });
        detach(conversationId, id);
      }
      if (sent.trim() !== '') await outbox.send(conversationId, sent.trim());
      const now = readDraft(me.userId, conversationId);
      if (now.startsWith(sent)) change(now.slice(sent.length));
      refuse(null);
    } catch (error) {
      // Rejected text stays in the field, and is not sent until Enter is pressed again.
      turn.again = false;
      refuse(error instanceof Error ? error.message : words.notKept);
    } finally {
      keeping.current = null;
    }
    if (turn.again) await keep();
  };
}
