import type { ConversationId } from '@parley/protocol';
import { ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useOutbox } from '../../api/use-outbox.ts';
import { Hidden } from '../../ui/hidden.tsx';
import styles from './composer.module.css';
import { readDraft, writeDraft } from './drafts.ts';
import { measureText } from './text-length.ts';

export interface ComposerProps {
  readonly conversationId: ConversationId;
  /** Whom the text goes to. */
  readonly to: string;
  readonly disabled?: boolean;
}

/** Where a message is written. Enter sends, Shift+Enter breaks the line; what is not sent stays with the room. */
export function Composer({ conversationId, to, disabled = false }: ComposerProps) {
  const outbox = useOutbox();
  const [text, setText] = useState(() => readDraft(conversationId));
  const field = useRef<HTMLTextAreaElement>(null);
  const { isSendable, left } = measureText(text);
  useGrowth(field, text);

  function change(next: string): void {
    setText(next);
    writeDraft(conversationId, next);
  }

  function send(): void {
    if (!isSendable || disabled) return;
    outbox.send(conversationId, text.trim());
    change('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
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
  );
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
