import type { ConversationId } from '@parley/protocol';
import { ArrowUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { readDraft, useDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './composer.module.css';
import { measureText } from './text-length.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';

export interface ComposerProps {
  readonly conversationId: ConversationId;
  /** Whom the text goes to. */
  readonly to: string;
  readonly disabled?: boolean;
}

/** Where a message is written. Enter sends, Shift+Enter breaks the line; what is not sent stays with the room. */
export function Composer({ conversationId, to, disabled = false }: ComposerProps) {
  const me = useMe();
  const [text, change] = useDraft(me.userId, conversationId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isSendable, left } = measureText(text);
  const keep = useKeep(conversationId, setRefusal);
  useGrowth(field, text);
  useFirstFocus(field, disabled);
  useTypingAnywhere(field);

  function send(): void {
    if (!isSendable || disabled) return;
    void keep();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <>
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          id="composer"
          className={styles.field}
          rows={1}
          value={text}
          disabled={disabled}
          aria-label={`Message to ${to}`}
          aria-invalid={left !== null && left < 0}
          placeholder={`Message ${to}`}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {left !== null && (
          <span className={styles.left} data-over={left < 0}>
            {left < 0 ? `${-left} too many` : `${left} left`}
          </span>
        )}
        <button type="submit" className={styles.send} disabled={!isSendable || disabled} title="Send">
          <ArrowUp size={18} aria-hidden />
          <Hidden>Send</Hidden>
        </button>
      </form>
    </>
  );
}

/** Hands the draft to the outbox, one at a time. It leaves the field only once it is kept, and what was typed meanwhile stays. */
function useKeep(conversationId: ConversationId, refuse: (why: string | null) => void): () => Promise<void> {
  const outbox = useOutbox();
  const me = useMe();
  const [, change] = useDraft(me.userId, conversationId);
  const isKeeping = useRef(false);
  return async () => {
    if (isKeeping.current) return;
    isKeeping.current = true;
    const sent = readDraft(me.userId, conversationId);
    try {
      await outbox.send(conversationId, sent.trim());
      const now = readDraft(me.userId, conversationId);
      if (now.startsWith(sent)) change(now.slice(sent.length));
      refuse(null);
    } catch (error) {
      refuse(error instanceof Error ? error.message : 'This browser could not keep the message.');
    } finally {
      isKeeping.current = false;
    }
  };
}

/** Whoever opens a room may write at once; on a touch screen that would bring up the keyboard over what is to be read. */
function useFirstFocus(field: { readonly current: HTMLTextAreaElement | null }, disabled: boolean): void {
  useEffect(() => {
    if (!disabled && !window.matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]')) {
      field.current?.focus({ preventScroll: true });
    }
  }, [field, disabled]);
}

/** The field is as high as its text, up to the bound that the style sets. */
function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
