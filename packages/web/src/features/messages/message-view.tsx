import type { Message } from '@parley/protocol';
import { memo, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { BlockActionsContext, useBlockActions } from '../../blocks/block-context.ts';
import { Blocks } from '../../blocks/blocks.tsx';
import { Chosen } from '../../blocks/choices/chosen.tsx';
import { linkify } from '../../blocks/linkify.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { clockTime, fullTime } from '../../ui/format-time.ts';
import hidden from '../../ui/hidden.module.css';
import { messageWords as words } from '../../words/messages.ts';
import { shownBody } from '../../words/message-body.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { DeliveryLink } from './delivery-link.tsx';
import { EditedMark } from './edited-mark.tsx';
import { useFlow } from './flow.ts';
import { LazyEditField } from './lazy-edit-field.tsx';
import { MessageMenu } from './message-menu.tsx';
import styles from './message-view.module.css';
import { LazyReactions } from './reactions/lazy-reactions.tsx';
import { RoomAgentContext, SpokenForContext } from './spoken-for.ts';
import type { MessageRow } from './timeline.ts';
import { Tombstone } from './tombstone.tsx';
import { useLongPress } from './use-long-press.ts';

export interface MessageViewProps {
  readonly row: MessageRow;
  /** Whether the page's address names this message. */
  readonly isTarget: boolean;
}

/** Shows one message: the user's own on the right in a bubble, others' on the left as text, the platform's as a line. */
export const MessageView = memo(function MessageView({ row, isTarget }: MessageViewProps) {
  if (row.message.author.type === 'platform') return <PlatformLine row={row} />;
  return row.isOwn ? <OwnMessage row={row} isTarget={isTarget} /> : <OtherMessage row={row} isTarget={isTarget} />;
});

function OwnMessage({ row, isTarget }: MessageViewProps) {
  const { message, startsGroup, isDeleted, isEditing } = row;
  const longPress = useLongPress();
  return (
    <article
      className={classNames(styles.own, startsGroup && styles.start)}
      aria-label={words.you}
      tabIndex={-1}
      {...inSet(row)}
      {...(!isDeleted && !isEditing && longPress)}
    >
      <h2 className={hidden.hidden}>{words.you}</h2>
      <div className={styles.line}>
        {isDeleted && !isEditing && <Tombstone message={message} />}
        {!isDeleted && !isEditing && <Bubble row={row} isTarget={isTarget} />}
        {isEditing && <LazyEditField message={message} />}
      </div>
      {!isDeleted && <LazyReactions message={message} />}
      <Foot row={row} />
    </article>
  );
}

function Bubble({ row, isTarget }: MessageViewProps) {
  return (
    <>
      <MessageMenu row={row} />
      <div className={classNames(styles.bubble, isTarget && styles.target)}>
        {row.chose === null ? <Content message={row.message} /> : <Chosen label={row.chose} />}
      </div>
    </>
  );
}

/** Shows the delivery state and the time of the user's own message. */
function Foot({ row }: { readonly row: MessageRow }) {
  const { message, endsGroup, isDeleted } = row;
  const isSpokenFor = use(SpokenForContext) === message.messageId;
  const needsWord =
    message.failed === true ||
    message.editedAt !== null ||
    message.deliveries?.some(({ status }) => status !== 'delivered') === true;
  const delivery = message.deliveries?.[0];
  if (!endsGroup && (isDeleted || !needsWord)) return null;
  return (
    <footer className={styles.foot}>
      {!isSpokenFor && !row.isToldBelow && !isDeleted && <DeliveryLine row={row} />}
      {delivery && <DeliveryLink agentId={delivery.agentId} deliveryId={delivery.deliveryId} />}
      {!isDeleted && <EditedMark message={message} />}
      <Time message={message} />
    </footer>
  );
}

function OtherMessage({ row, isTarget }: MessageViewProps) {
  const { message, startsGroup, isDeleted } = row;
  const { author, partial } = message;
  const longPress = useLongPress();
  return (
    <article
      className={classNames(styles.other, startsGroup && styles.start, isTarget && styles.target)}
      aria-label={author.name}
      aria-busy={partial || undefined}
      tabIndex={-1}
      {...inSet(row)}
      {...(!partial && !isDeleted && longPress)}
    >
      {!partial && !isDeleted && <MessageMenu row={row} />}
      <div className={styles.gutter}>
        {startsGroup ? <AuthorAvatar author={author} /> : !partial && <Time message={message} />}
      </div>
      <div className={styles.body}>
        {!startsGroup && <h2 className={hidden.hidden}>{author.name}</h2>}
        {startsGroup && (
          <header className={styles.head}>
            <h2 className={styles.author}>{author.name}</h2>
            {partial ? <span className={styles.writing}>{words.isWriting}</span> : <Time message={message} />}
            {!isDeleted && <EditedMark message={message} />}
          </header>
        )}
        {isDeleted ? <Tombstone message={message} /> : <Said row={row} />}
        {!isDeleted && <LazyReactions message={message} />}
        {!startsGroup && message.editedAt !== null && !isDeleted && (
          <footer className={styles.editedFoot}>
            <EditedMark message={message} />
          </footer>
        )}
      </div>
    </article>
  );
}

/** Shows the picture of the room's agent; initials of all others, whose pictures would take a request. */
function AuthorAvatar({ author: { id, name, type } }: Pick<Message, 'author'>) {
  const agent = use(RoomAgentContext);
  const picture = id !== null && agent?.agentId === id ? agent.picture : null;
  return <Avatar id={id ?? name} kind={type === 'agent' ? 'agent' : 'person'} name={name} picture={picture} />;
}

/** Shows the content of another author's message. */
function Said({ row: { message, isStopped } }: { readonly row: MessageRow }) {
  const { partial } = message;
  const { blocks, flows } = useFlow(message.blocks, partial);
  return (
    <>
      <div className={classNames(styles.content, (partial || flows) && styles.draft)}>
        <WhileItFlows flows={flows}>
          <Content message={flows ? { ...message, blocks } : message} />
        </WhileItFlows>
      </div>
      {isStopped && !partial && !flows && <p className={styles.stopped}>{words.stoppedHere}</p>}
    </>
  );
}

/** Tells screen readers the position of the message in the room, because most messages are not in the page. */
function inSet({ message: { seq }, setSize }: MessageRow) {
  return seq === null ? {} : { 'aria-posinset': seq, 'aria-setsize': Math.max(setSize, seq) };
}

/** While the text is still being animated, the message counts as live even if the agent is done. */
function WhileItFlows({ flows, children }: { readonly flows: boolean; readonly children: ReactNode }) {
  const actions = useBlockActions();
  const live = useMemo(() => (flows ? { ...actions, isLive: true } : actions), [flows, actions]);
  return <BlockActionsContext value={live}>{children}</BlockActionsContext>;
}

/** Shows a platform message: text as a line, other blocks as a card in the place of others' messages. */
function PlatformLine({ row: { message, isDeleted } }: { readonly row: MessageRow }) {
  const isLine = message.blocks.every(({ type }) => type === 'text');
  return (
    <div className={classNames(isLine ? styles.platform : styles.platformCard, styles.start)}>
      {isDeleted ? <Tombstone message={message} /> : <Content message={message} />}
      {!isDeleted && <LazyReactions message={message} />}
    </div>
  );
}

/** Shows a person's text exactly as typed, a line of the platform in the language of the app, and the blocks of the message. */
function Content({ message }: { readonly message: Message }) {
  const { blocks } = message;
  const body = shownBody(message);
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

/** Shows the time of a message as a link to it. */
function Time({ message }: { readonly message: Message }) {
  const { conversationId, messageId, createdAt } = message;
  return (
    <Link to={paths.message(conversationId, messageId)} className={styles.time} title={fullTime(createdAt)}>
      <time dateTime={createdAt}>{clockTime(createdAt)}</time>
    </Link>
  );
}
