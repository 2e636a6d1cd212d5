import type { ConversationId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useMe } from '../../api/session.ts';

export interface ComposerKeys {
  readonly conversationId: ConversationId;
  /** Whether there is neither text nor an attachment. */
  readonly isEmpty: boolean;
  readonly send: () => void;
  /** Null if there is nothing to stop. */
  readonly stop: (() => void) | null;
}

/** Returns the handler for the keys of the composer. */
export function useComposerKeys({ conversationId, isEmpty, send, stop }: ComposerKeys) {
  const client = useQueryClient();
  const me = useMe();

  async function editLast(): Promise<void> {
    // Offline, the code may not load; then nothing happens.
    const edits = await import('../../api/edits.ts').catch(() => null);
    await edits?.editLast(client, me.userId, conversationId).catch(() => undefined);
  }

  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowUp' && isEmpty && !hasModifier(event)) return void editLast();
    if (event.key === 'Escape' && !isSomethingOpen()) event.currentTarget.blur();
    if (event.key === '.' && (event.ctrlKey || event.metaKey) && stop) {
      event.preventDefault();
      stop();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

function isSomethingOpen(): boolean {
  return document.querySelector('dialog[open], [role="menu"], [role="listbox"]') !== null;
}
