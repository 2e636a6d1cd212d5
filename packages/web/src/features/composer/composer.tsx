import type { ConversationId } from '@parley/protocol';
import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useAttachments } from '../../api/attachments.ts';
import type { Attachment } from '../../api/attachments.ts';
import { useDraft } from '../../api/drafts.ts';
import { useMe } from '../../api/session.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useGrowth } from '../../ui/use-growth.ts';
import { composerWords as words } from '../../words/composer.ts';
import { AttachButton } from './attach-button.tsx';
import { mostSize, pasteFiles, useDrop } from './attach-files.ts';
import styles from './composer.module.css';
import type { Mentionable } from './mentions/found-members.ts';
import { LazyMentions } from './mentions/lazy-mentions.tsx';
import { useMention } from './mentions/use-mention.ts';
import { LazyTray } from './lazy-tray.tsx';
import { StopButton } from './stop-button.tsx';
import { measureText } from '../../api/text-length.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useFirstFocus } from './use-field.ts';
import { useSend } from './use-send.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';

/** Stops the running answer. */
export interface Stopping {
  readonly stop: () => void;
  readonly busy: boolean;
}

export interface ComposerProps {
  readonly conversationId: ConversationId;
  /** The recipient's name. */
  readonly to: string;
  readonly disabled?: boolean;
  /** Whom a message can mention, besides the user. */
  readonly members?: Mentionable;
  /** The id of a sentence about the field. */
  readonly noteId?: string | undefined;
  /** Null if there is no running answer. */
  readonly stopping?: Stopping | null;
}

/**
 * Edits and sends a message. Enter sends, Shift+Enter starts a new line, Escape leaves the field, the up arrow in an empty field edits the
 * user's last message; unsent text stays with the room. Escape has many uses, so it never stops an answer: only Stop or Ctrl+. does.
 */
export function Composer({ conversationId, to, disabled = false, members, noteId, stopping = null }: ComposerProps) {
  const me = useMe();
  const [text, change] = useDraft(me.userId, conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const attachments = useAttachments(conversationId);
  const isOver = useDrop(conversationId, disabled);
  const { isSendable: hasWords, left } = measureText(text);
  const isSendable = hasWords || (attachments.length > 0 && text.trim() === '');
  const { send: sendAll, waits, refusal } = useSend(conversationId, attachments);
  useGrowth(field, text);
  useFirstFocus(field, disabled);
  useTypingAnywhere(field);
  const mention = useMention(field, change);

  function send(): void {
    if (!isSendable || disabled) return;
    sendAll();
    field.current?.focus();
  }

  function stop(): void {
    stopping?.stop();
    field.current?.focus();
  }

  const onKeyDown = useComposerKeys({
    conversationId,
    isEmpty: text === '' && attachments.length === 0,
    send,
    stop: stopping && !stopping.busy ? stop : null,
  });

  return (
    <>
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <Above conversationId={conversationId} attachments={attachments} waits={waits} isOver={isOver} />
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {mention.open && members && <LazyMentions members={members} mention={mention} />}
        <textarea
          ref={field}
          id="composer"
          className={styles.field}
          rows={1}
          value={text}
          disabled={disabled}
          aria-label={words.messageTo(to)}
          aria-invalid={left !== null && left < 0}
          aria-describedby={noteId}
          placeholder={words.placeholder(to)}
          {...mention.heard(onKeyDown)}
          onPaste={(event) => pasteFiles(conversationId, event)}
        />
        {/* After the field in tab order, before it on the screen. */}
        <AttachButton conversationId={conversationId} disabled={disabled} />
        <Left left={left} />
        {stopping && <StopButton busy={stopping.busy} onPress={stop} />}
        {(!stopping || text !== '' || attachments.length > 0) && <SendButton disabled={!isSendable || disabled} />}
      </form>
    </>
  );
}

function SendButton({ disabled }: { readonly disabled: boolean }) {
  return (
    <button type="submit" className={styles.send} disabled={disabled} title={words.send}>
      <ArrowUp size={18} aria-hidden />
      <Hidden>{words.send}</Hidden>
    </button>
  );
}

interface AboveProps {
  readonly conversationId: ConversationId;
  readonly attachments: readonly Attachment[];
  readonly waits: boolean;
  readonly isOver: boolean;
}

/** Shows the attachments and their state. */
function Above({ conversationId, attachments, waits, isOver }: AboveProps) {
  return (
    <>
      {attachments.length > 0 && <LazyTray conversationId={conversationId} attachments={attachments} />}
      {waits && <Notice tone="info">{words.stillUploading}</Notice>}
      {isOver && <p className={styles.drop}>{words.drop(mostSize)}</p>}
    </>
  );
}

/** Shows how many characters are left, if only a few are. */
function Left({ left }: { readonly left: number | null }) {
  if (left === null) return null;
  return (
    <span className={styles.left} data-over={left < 0}>
      {left < 0 ? words.tooMany(-left) : words.left(left)}
    </span>
  );
}
