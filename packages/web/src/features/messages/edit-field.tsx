import { limits, type Message } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { takeBegunEdit, useEditDraft } from '../../api/edit-drafts.ts';
import { saveEdit } from '../../api/edits.ts';
import { RequestError } from '../../api/request.ts';
import { useMe } from '../../api/session.ts';
import { measureText } from '../../api/text-length.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useGrowth } from '../../ui/use-growth.ts';
import { useOnline } from '../../ui/use-online.ts';
import { editingWords as words } from '../../words/editing.ts';
import styles from './edit-field.module.css';

/**
 * Edits a message in its place. Enter saves, Shift+Enter starts a new line, Escape leaves. The text stays in this browser until it is
 * saved or the user leaves, so that a refusal, a reload or a lost connection loses nothing.
 */
export function EditField({ message }: { readonly message: Message }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, change, save, leave, isSaving, refusal } = useEdit(message, useFocus(field, message));
  const isOnline = useOnline();
  const { isSendable, left } = measureText(text);
  const isTooLong = left !== null && left < 0;
  useGrowth(field, text);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <form
      className={styles.edit}
      aria-label={words.field}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        dir="auto"
        value={text}
        readOnly={isSaving}
        aria-label={words.field}
        aria-invalid={refusal !== null || isTooLong}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Problem message={message} refusal={refusal} isOnline={isOnline} isEmpty={text.trim() === ''} />
      <div className={styles.actions}>
        <span className={styles.keys} data-over={isTooLong} data-keys={left === null || undefined}>
          {left === null ? words.keys : isTooLong ? words.tooMany(-left) : words.left(left)}
        </span>
        <Button look="quiet" onClick={leave}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" busy={isSaving} disabled={!isSendable || message.deleted}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** Returns the text of an edit and what can be done with it. `giveBack` moves the focus to where it came from. */
function useEdit(message: Message, giveBack: () => void) {
  const me = useMe();
  const client = useQueryClient();
  const place = { ...message, userId: me.userId };
  const [draft, change] = useEditDraft(place);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = draft ?? '';

  function leave(): void {
    giveBack();
    change(null);
  }

  async function save(): Promise<void> {
    const next = text.trim();
    if (isSaving || message.deleted || !measureText(next).isSendable) return;
    if (next === message.body) return leave();
    setSaving(true);
    setRefusal(null);
    try {
      await saveEdit(client, me.userId, message, next);
      leave();
    } catch (error) {
      setRefusal(refusalOf(error));
      setSaving(false);
    }
  }

  return { text, change, save, leave, isSaving, refusal };
}

interface ProblemProps {
  readonly message: Message;
  readonly refusal: string | null;
  readonly isOnline: boolean;
  readonly isEmpty: boolean;
}

/** Says why the text is not saved or cannot be. */
function Problem({ message, refusal, isOnline, isEmpty }: ProblemProps) {
  if (message.deleted) return <Notice tone="danger">{words.gone}</Notice>;
  if (!isOnline) return <Notice tone="warn">{words.offline}</Notice>;
  if (refusal !== null) return <Notice tone="danger">{refusal}</Notice>;
  return isEmpty ? <Notice tone="info">{words.empty}</Notice> : null;
}

function refusalOf(error: unknown): string {
  if (!(error instanceof RequestError)) return words.notSaved('');
  if (error.status === 0) return words.unreachable;
  switch (error.code) {
    case 'edit_window_over':
      return words.windowOver(limits.editHours);
    case 'edit_limit_reached':
      return words.limitReached(limits.editsMax);
    case 'not_allowed':
      return words.notAllowed;
    case 'message_not_found':
      return words.gone;
    default:
      return words.notSaved([error.message, error.hint].filter(Boolean).join(' '));
  }
}

/** Focuses the field if the user has just begun the edit. Returns a function that gives the focus back. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, { messageId }: Message): () => void {
  const [from, setFrom] = useState<'composer' | 'message'>('message');
  // Before the field is drawn: a cursor that is placed later would end a selection made meanwhile.
  useLayoutEffect(() => {
    const element = field.current;
    const begun = takeBegunEdit(messageId);
    if (!element || !begun) return;
    setFrom(begun.from);
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [field, messageId]);
  return () => {
    const to = from === 'composer' ? document.getElementById('composer') : field.current?.closest('article');
    to?.focus({ preventScroll: true });
  };
}
