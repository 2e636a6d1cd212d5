import type { BrowserEvent, ConversationId, ListedConversation, MessageId, UserId } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { isOwnRead } from './conversations.ts';
import { heldMessages, holdsMessage, placed, refreshMessage, refreshTail } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { queryKeys } from './query-keys.ts';
import { forgetAhead } from './read-ahead.ts';
import { RequestError } from './request.ts';
import { noteNewest } from './room-list.ts';

type Pair = `${ConversationId} ${MessageId}`;

/** A draft is read four times a second while it grows; what is between flows in where it is shown. */
const draftEveryMs = 250;
/** The answer often follows the delivery at once; both are read together then. */
const deliveryAfterMs = 1500;
const mayPass = (error: unknown) => error instanceof RequestError && error.isPassing;

/** Reads a change signal and reads again exactly what it may have changed; what fails is read again until it succeeds. */
export function createLiveUpdates(
  client: QueryClient,
  outbox: Pick<Outbox, 'settled'>,
  ownUserId: UserId,
): (event: BrowserEvent) => void {
  const readers = createReaders(client, outbox, ownUserId);
  return (event) => {
    // What was asked for ahead and nobody has taken yet may have been answered before this.
    forgetAhead();
    switch (event.type) {
      case 'streamReady':
        // Where a room was opened at is no matter of what has changed.
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'place' });
        return;
      case 'messageAppended':
        readers.appended(event.conversationId, event.messageId);
        return;
      case 'messagePartial':
        readers.draft(`${event.conversationId} ${event.messageId}`);
        return;
      case 'deliveryUpdated':
        readers.delivery(event.conversationId, event.messageId);
        return;
      case 'conversationUpdated':
        if (isOwnRead(event.conversationId)) return;
        readers.list(null);
        if (!isListed(client, event.conversationId)) readers.waiting(null);
        void client.invalidateQueries({ queryKey: queryKeys.conversation(event.conversationId) });
        for (const { messageId } of heldMessages(client, event.conversationId)?.drafts ?? []) {
          readers.draft(`${event.conversationId} ${messageId}`);
        }
        return;
      case 'membershipUpdated':
        void client.invalidateQueries({ queryKey: queryKeys.agents });
        readers.waiting(null);
        return;
      case 'taskUpdated':
        void client.invalidateQueries({ queryKey: queryKeys.task(event.taskId) });
        void client.invalidateQueries({ queryKey: queryKeys.roomTasks(event.conversationId) });
        void client.invalidateQueries({ queryKey: queryKeys.allTasks });
        return;
      case 'approvalPending':
      case 'approvalResolved':
        void client.invalidateQueries({ queryKey: queryKeys.approvals });
        void client.invalidateQueries({ queryKey: queryKeys.wallet });
        return;
      case 'notificationAdded':
        void client.invalidateQueries({ queryKey: queryKeys.notifications });
        return;
    }
  };
}

interface Readers {
  readonly waiting: (all: null) => void;
  readonly list: (all: null) => void;
  readonly draft: (pair: Pair) => void;
  readonly appended: (id: ConversationId, messageId: MessageId) => void;
  readonly delivery: (id: ConversationId, messageId: MessageId) => void;
}

/** What is read again, each at its own pace. */
function createReaders(client: QueryClient, outbox: Pick<Outbox, 'settled'>, ownUserId: UserId): Readers {
  /** One's own messages whose delivery has moved on since they were read. */
  const moved = new Map<ConversationId, Set<MessageId>>();

  const refreshList = coalesce(() => client.invalidateQueries({ queryKey: queryKeys.conversations }), {
    everyMs: 500,
  });
  const waiting = coalesce(() => client.invalidateQueries({ queryKey: queryKeys.waiting }), { everyMs: 1000 });
  const tail = coalesce(
    async (id: ConversationId) => {
      await placed(client, id);
      if (!heldMessages(client, id)?.reachesEnd) {
        waiting(null);
        return refreshList(null);
      }
      const also = moved.get(id) ?? new Set();
      moved.delete(id);
      const fresh = await refreshTail(client, id, also).catch((error: unknown) => {
        moved.set(id, new Set([...also, ...(moved.get(id) ?? [])]));
        throw error;
      });
      if (fresh.some(({ blocks }) => blocks.some(({ type }) => type === 'form'))) waiting(null);
      if (!isOpen(client, id) || !noteNewest(client, id, fresh, ownUserId)) refreshList(null);
    },
    { mayPass },
  );
  const read = async (pair: Pair) => {
    const [id, messageId] = pair.split(' ') as [ConversationId, MessageId];
    await placed(client, id);
    if (heldMessages(client, id)) await refreshMessage(client, id, messageId);
  };
  const draft = coalesce(
    async (pair: Pair) => {
      const [id, messageId] = pair.split(' ') as [ConversationId, MessageId];
      // What has become final meanwhile came with the tail.
      if (!holdsMessage(client, id, messageId)) await read(pair);
    },
    { everyMs: draftEveryMs, mayPass },
  );
  const delivery = coalesce(
    async (pair: Pair) => {
      const [id, messageId] = pair.split(' ') as [ConversationId, MessageId];
      // The tail may have brought it meanwhile.
      if (moved.get(id)?.delete(messageId)) await read(pair);
    },
    { afterMs: deliveryAfterMs, mayPass },
  );

  async function appended(id: ConversationId, messageId: MessageId): Promise<void> {
    // One's own message must not show twice: its stored copy waits until the outgoing one has been answered.
    await outbox.settled(id);
    if (!holdsMessage(client, id, messageId)) tail(id);
  }

  return {
    waiting,
    list: refreshList,
    draft,
    appended: (id, messageId) => void appended(id, messageId),
    delivery(id, messageId) {
      moved.set(id, (moved.get(id) ?? new Set()).add(messageId));
      delivery(`${id} ${messageId}`);
    },
  };
}

/** Whether the room is known to be one of the reader's. */
function isListed(client: QueryClient, id: ConversationId): boolean {
  const rooms = client.getQueryData<readonly ListedConversation[]>(queryKeys.conversations);
  return rooms?.some(({ conversationId }) => conversationId === id) ?? true;
}

/** Whether the room is on the screen, so that its place in the list is known from what was read of it. */
function isOpen(client: QueryClient, id: ConversationId): boolean {
  const query = client.getQueryCache().find({ queryKey: queryKeys.messages(id), exact: true });
  return (query?.getObserversCount() ?? 0) > 0;
}
