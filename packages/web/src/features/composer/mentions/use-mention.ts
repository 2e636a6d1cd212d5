import { useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent } from 'react';

/** The mention that the user types: where its `@` is, and what follows it up to the cursor. */
export interface OpenMention {
  readonly start: number;
  readonly query: string;
}

type FieldKey = KeyboardEvent<HTMLTextAreaElement>;

export interface MentionField {
  /** Null if the cursor is not behind an `@`, or the user closed the list of this one. */
  readonly open: OpenMention | null;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  /** The handler of keys of the list while it is shown; returns whether it takes a key. */
  readonly keys: { current: ((key: string) => boolean) | null };
  readonly close: () => void;
  /** Returns the handlers of the field; `onKeyDown` gets the keys that the list does not take. */
  readonly heard: (onKeyDown: (event: FieldKey) => void) => object;
  /** Puts a handle in the place of what is typed. */
  readonly put: (handle: string) => void;
}

/** An `@` that can begin a mention (§28), with the letters of a handle or a name after it. */
const beforeCursor = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{N}_-]{0,32})$/u;

/** Returns the mention that is being typed in the field. `change` sets the field's text. */
export function useMention(field: MentionField['field'], change: (text: string) => void): MentionField {
  const [open, setOpen] = useState<OpenMention | null>(null);
  const keys = useRef<((key: string) => boolean) | null>(null);
  const closedAt = useRef<number | null>(null);

  function look(): void {
    const { value, selectionStart, selectionEnd } = field.current ?? { value: '', selectionStart: 0, selectionEnd: 0 };
    const found = selectionStart === selectionEnd ? beforeCursor.exec(value.slice(0, selectionStart)) : null;
    if (!found) closedAt.current = null;
    const next = found && found.index !== closedAt.current ? { start: found.index, query: found[1] ?? '' } : null;
    setOpen((now) => (now?.start === next?.start && now?.query === next?.query ? now : next));
  }

  function takesKey(event: FieldKey): boolean {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!open || event.nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return false;
    if (keys.current?.(key) !== true) return false;
    if (key === 'Escape') closedAt.current = open.start;
    event.preventDefault();
    return true;
  }

  function put(handle: string): void {
    const element = field.current;
    if (!element || !open) return;
    const rest = element.value.slice(open.start + 1 + open.query.length);
    const head = `${element.value.slice(0, open.start)}@${handle}${rest.startsWith(' ') ? '' : ' '}`;
    // The field gets its text before the render, which would move the cursor to the end.
    element.value = head + rest;
    element.focus();
    element.setSelectionRange(head.length, head.length);
    change(head + rest);
    setOpen(null);
  }

  const close = () => setOpen(null);
  const heard = (onKeyDown: (event: FieldKey) => void) => ({
    onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
      change(target.value);
      look();
    },
    onKeyDown(event: FieldKey) {
      if (!takesKey(event)) onKeyDown(event);
    },
    onKeyUp: look,
    onClick: look,
    onBlur: close,
  });
  return { open, field, keys, close, heard, put };
}
