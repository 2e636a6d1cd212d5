import type { Message } from '@parley/protocol';
import { Link } from '@tanstack/react-router';
import { memo, use } from 'react';
import { Blocks } from '../../blocks/blocks.tsx';
import { Chosen } from '../../blocks/choices/chosen.tsx';
import { linkify } from '../../blocks/linkify.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { clockTime, fullTime } from '../../ui/format-time.ts';
import { DeliveryLine } from './delivery-line.tsx';
import styles from './message-view.module.css';
import { SpokenForContext } from './spoken-for.ts';
import type { MessageRow } from './timeline.ts';

export interface MessageViewProps {
  readonly row: MessageRow;
  /** Whether a link led to this very message. */
  readonly isTarget: boolean;
}

/** One message: one's own at the right in a bubble, others' set as text at the left, the platform's as a line in between. */
export const MessageView = memo(function MessageView({ row, isTarget }: MessageViewProps) {
  if (row.message.author.type === 'platform') return <PlatformLine message={row.message} />;
  return row.isOwn ? <OwnMessage row={row} isTarget={isTarget} /> : <OtherMessage row={row} isTarget={isTarget} />;
});

function OwnMessage({ row: { message, startsGroup, endsGroup, chose }, isTarget }: MessageViewProps) {
  const isSpokenFor = use(SpokenForContext) === message.messageId;
  const needsWord = message.deliveries?.some(({ status }) => status !== 'delivered') ?? false;
  return (
    <article className={classNames(styles.own, startsGroup && styles.start)} aria-label="You">
      <div className={classNames(styles.bubble, isTarget && styles.target)}>
        {chose === null ? <Content message={message} /> : <Chosen label={chose} />}
      </div>
      {(endsGroup || needsWord) && (
        <footer className={styles.foot}>
          {!isSpokenFor && <DeliveryLine message={message} />}
          <Time message={message} />
        </footer>
      )}
    </article>
  );
}

function OtherMessage({ row: { message, startsGroup }, isTarget }: MessageViewProps) {
  const { author, partial } = message;
  return (
    <article
      className={classNames(styles.other, startsGroup && styles.start, isTarget && styles.target)}
      aria-label={author.name}
      aria-busy={partial || undefined}
    >
      <div className={styles.gutter}>
        {startsGroup ? (
          <Avatar kind={author.type === 'agent' ? 'agent' : 'person'} name={author.name} />
        ) : (
          !partial && <Time message={message} />
        )}
      </div>
      <div className={styles.body}>
        {startsGroup && (
          <header className={styles.head}>
            <span className={styles.author}>{author.name}</span>
            {partial ? <span className={styles.writing}>is writing…</span> : <Time message={message} />}
          </header>
        )}
        <div className={classNames(styles.content, partial && styles.draft)}>
          <Content message={message} />
        </div>
      </div>
    </article>
  );
}

/** What the platform says is a line in between; what it asks or shows stands where others' messages do. */
function PlatformLine({ message }: { readonly message: Message }) {
  const isLine = message.blocks.every(({ type }) => type === 'text');
  return (
    <div className={classNames(isLine ? styles.platform : styles.platformCard, styles.start)}>
      <Content message={message} />
    </div>
  );
}

/** What a person typed, just as it was typed, and the blocks of the message. */
function Content({ message }: { readonly message: Message }) {
  const { body, blocks } = message;
  return (
    <>
      {(body !== null || blocks.length === 0) && (
        <p className={styles.plain} dir="auto">
          {linkify(body ?? '')}
        </p>
      )}
      <Blocks blocks={blocks} />
    </>
  );
}

/** When it was said, as the link to it. */
function Time({ message }: { readonly message: Message }) {
  const { conversationId, messageId, createdAt } = message;
  return (
    <Link
      to="/c/$conversationId/m/$messageId"
      params={{ conversationId, messageId }}
      className={styles.time}
      title={fullTime(createdAt)}
    >
      <time dateTime={createdAt}>{clockTime(createdAt)}</time>
    </Link>
  );
}
