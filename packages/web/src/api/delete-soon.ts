import type { Message, MessageId, UserId } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { keepDeletion, keptDeletions, markDeleting } from './deleting.ts';
import { followSleep } from './leadership.ts';
import { heldMessages, putMessage } from './messages.ts';
import { RequestError } from './request.ts';

/** How long a deletion can be undone. */
export const undoMs = 5000;
/** The tab that stored a deletion sends it sooner, if it is still open. */
const takenOverAfterMs = 15_000;

export interface DeleteSoon {
  readonly client: QueryClient;
  readonly userId: UserId;
  readonly message: Pick<Message, 'conversationId' | 'messageId'>;
  /** Called if the server did not delete it; the message is shown again. */
  readonly onFail: (error: unknown) => void;
}

/** The deletions of this tab that can be undone, each with the function that sends it now. */
const waiting = new Map<MessageId, () => void>();
let isFollowing = false;

/**
 * Makes a message look deleted, and deletes it after 5 seconds or when the page is left. Returns a function that undoes it. The deletion is
 * stored in this browser, because a browser may drop the request of a page that is left: the next start of the app sends it then.
 */
export function deleteSoon(deletion: DeleteSoon): () => void {
  const { userId, message } = deletion;
  const { messageId } = message;
  if (waiting.has(messageId)) return () => undefined;
  const send = () => {
    clearTimeout(timer);
    waiting.delete(messageId);
    void sendDeletion(deletion);
  };
  const timer = setTimeout(send, undoMs);
  waiting.set(messageId, send);
  keepDeletion(userId, message, Date.now());
  markDeleting(messageId, true);
  followLeaving();
  return () => {
    if (!waiting.delete(messageId)) return;
    clearTimeout(timer);
    keepDeletion(userId, message, null);
    markDeleting(messageId, false);
  };
}

/** Sends the deletions that a page which was left may not have sent. */
export function resumeDeletions(client: QueryClient, userId: UserId): void {
  for (const { at, ...message } of keptDeletions(userId)) {
    const send = () => {
      const isKept = keptDeletions(userId).some(({ messageId }) => messageId === message.messageId);
      if (isKept && !waiting.has(message.messageId)) {
        void sendDeletion({ client, userId, message, onFail: () => undefined });
      }
    };
    setTimeout(send, Math.max(0, at + takenOverAfterMs - Date.now()));
  }
}

async function sendDeletion({ client, userId, message, onFail }: DeleteSoon): Promise<void> {
  const { conversationId, messageId } = message;
  try {
    await call('deleteMessage', { params: { conversationId, messageId }, as: userId, keepalive: true });
    keepDeletion(userId, message, null);
    const held = heldMessages(client, conversationId)?.settled.find((each) => each.messageId === messageId);
    if (held) putMessage(client, tombstoneOf(held));
  } catch (error) {
    // The request of a page that is left ends without an answer, although the server may have got it.
    const isUnknown = error instanceof RequestError && error.status === 0 && document.visibilityState === 'hidden';
    if (!isUnknown) keepDeletion(userId, message, null);
    markDeleting(messageId, false);
    onFail(error);
  }
}

/** A page that was left may not come back, so everything that waits is sent. */
function followLeaving(): void {
  if (isFollowing) return;
  isFollowing = true;
  followSleep(
    () => {
      for (const send of waiting.values()) send();
    },
    () => undefined,
  );
}

/** Returns a message as it is read once it is deleted. */
function tombstoneOf(message: Message): Message {
  return { ...message, body: null, blocks: [], deleted: true, notify: false, choice: null, formStates: {} };
}
