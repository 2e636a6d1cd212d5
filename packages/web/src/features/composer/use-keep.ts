import type { ConversationId } from '@parley/protocol';
import { useRef } from 'react';
import { attachmentsOf, detach } from '../../api/attachments.ts';
import { readDraft, useDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { composerWords as words } from '../../words/composer.ts';

/** Hands the draft and what is attached to the outbox, one at a time. It leaves the field only once it is kept, and what was typed meanwhile stays. */
export function useKeep(conversationId: ConversationId, refuse: (why: string | null) => void): () => Promise<void> {
  const outbox = useOutbox();
  const me = useMe();
  const [, change] = useDraft(me.userId, conversationId);
  const isKeeping = useRef(false);
  return async () => {
    if (isKeeping.current) return;
    isKeeping.current = true;
    const sent = readDraft(me.userId, conversationId);
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
      refuse(error instanceof Error ? error.message : words.notKept);
    } finally {
      isKeeping.current = false;
    }
  };
}
