import { Paperclip, Pencil, RotateCw, X } from 'lucide-react';
import { Chosen } from '../../blocks/choices/chosen.tsx';
import { linkify } from '../../blocks/linkify.tsx';
import { fileSize } from '../../blocks/media/asset.ts';
import { readDraft, writeDraft } from '../../api/drafts.ts';
import type { OutgoingMessage } from '../../api/outbox.ts';
import { useMe } from '../../api/session.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useOnline } from '../../ui/use-online.ts';
import { messageWords } from '../../words/messages.ts';
import { outboxWords as words } from '../../words/outbox.ts';
import { MarkLine } from './delivery-line.tsx';
import styles from './message-view.module.css';
import own from './outgoing-view.module.css';

export interface OutgoingViewProps {
  readonly outgoing: OutgoingMessage;
  /** Whether the previous message has another author. */
  readonly startsGroup: boolean;
  /** The label of the pressed choice; null if the message was typed. */
  readonly chose: string | null;
  /** Whether an earlier message waits, so that this one waits too. */
  readonly isBehind: boolean;
}

/** Shows the user's own unsent message. It can be edited or dropped while it is not being sent. */
export function OutgoingView({ outgoing, startsGroup, chose, isBehind }: OutgoingViewProps) {
  const isOnline = useOnline();
  const { state, failure } = outgoing;
  const isMoving = isOnline && (state === 'sending' || (state === 'queued' && !isBehind));
  return (
    <article
      className={classNames(styles.own, startsGroup ? styles.start : own.outgoing)}
      aria-label={messageWords.you}
      aria-busy={isMoving}
    >
      <div
        className={classNames(
          styles.bubble,
          state === 'failed' && own.failed,
          !isMoving && state !== 'failed' && own.waiting,
        )}
      >
        {chose === null ? <Said outgoing={outgoing} /> : <Chosen label={chose} />}
      </div>
      <footer className={styles.foot}>
        {isMoving && <MarkLine mark="moving" text={words.sending} />}
        {!isMoving && state !== 'failed' && (
          <span role="status">
            <MarkLine mark="later" text={`${words.notSentYet} ${whyNot(outgoing, isOnline)}`} />
          </span>
        )}
        {state === 'failed' && (
          <span role="alert" className={own.reason}>
            {words.notSent} {failure?.message} {failure?.hint}
          </span>
        )}
      </footer>
      {!isMoving && <Choices outgoing={outgoing} canRetry={isOnline} />}
    </article>
  );
}

function Said({ outgoing: { text, attachment } }: { readonly outgoing: OutgoingMessage }) {
  if (!attachment) return <p className={styles.plain}>{linkify(text)}</p>;
  return (
    <p className={own.file}>
      <Paperclip size={14} aria-hidden />
      <bdi>{attachment.filename}</bdi> <span>{fileSize(attachment.sizeBytes)}</span>
    </p>
  );
}

function Choices({ outgoing, canRetry }: { readonly outgoing: OutgoingMessage; readonly canRetry: boolean }) {
  const outbox = useOutbox();
  const me = useMe();
  const { key, conversationId } = outgoing;

  /** Puts the text back into the composer, before its current text. */
  function edit(): void {
    const text = outbox.discard(key);
    if (text === null) return;
    const draft = readDraft(me.userId, conversationId);
    writeDraft(me.userId, conversationId, draft === '' ? text : `${text}\n${draft}`);
    document.getElementById('composer')?.focus();
  }

  return (
    <div className={own.actions}>
      {canRetry && (
        <Button icon={<RotateCw size={14} aria-hidden />} onClick={() => outbox.retry(key)}>
          {words.retry}
        </Button>
      )}
      {!outgoing.attachment && (
        <Button look="quiet" icon={<Pencil size={14} aria-hidden />} onClick={edit}>
          {words.edit}
        </Button>
      )}
      <Button look="quiet" icon={<X size={14} aria-hidden />} onClick={() => outbox.discard(key)}>
        {words.remove}
      </Button>
    </div>
  );
}

function whyNot({ failure }: OutgoingMessage, isOnline: boolean): string {
  if (!isOnline) return `${words.offline} ${words.goesLater}`;
  if (failure?.status === 401) return words.signedOut;
  return `${failure && failure.status > 0 ? failure.message : words.unreachable} ${words.goesLater}`;
}
