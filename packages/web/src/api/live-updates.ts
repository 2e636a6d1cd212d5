import type { ConversationId, FeedEvent, ListedConversation, Message, MessageId, UserId } from '@parley/protocol';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { isOwnRead } from './conversations.ts';
import { heldMessages, holdsMessage, placed, refreshMessage, refreshOlder, refreshTail } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { queryKeys } from './query-keys.ts';
import { forgetAhead } from './read-ahead.ts';
import { RequestError } from './request.ts';
import { noteNewest } from './room-list.ts';

type Pair = `${ConversationId} ${MessageId}`;

/** A growing draft is read four times a second; its display animates the text in between. */
const draftEveryMs = 250;
/** The answer often follows the delivery immediately; waiting combines both reads. An edit or a deletion shows within a second. */
const deliveryAfterMs = 750;
const mayPass = (error: unknown) => error instanceof RequestError && error.isPassing;

/**
 * Returns a function that takes a change signal and refetches exactly what the signal may have changed. Retries temporary
 * failures until they succeed.
 */
export function createLiveUpdates(
  client: QueryClient,
  outbox: Pick<Outbox, 'settled'>,
  ownUserId: UserId,
): (event: FeedEvent) => void {
  const reactions = reactionsOf(client, createReaders(client, outbox, ownUserId));
  return (event) => {
    // Prefetched answers that are not used yet may be older than this signal.
    forgetAhead();
    const react = reactions[event.type] as (event: FeedEvent) => void;
    react(event);
  };
}

const [messagesKey] = queryKeys.messages('cnv_');

type Reactions = {
  readonly [Type in FeedEvent['type']]: (event: Extract<FeedEvent, { type: Type }>) => void;
};

/** The refetches for each event; a new event type fails to compile until it has a row. */
function reactionsOf(client: QueryClient, readers: Readers): Reactions {
  const again = (queryKey: QueryKey) => void client.invalidateQueries({ queryKey });
  const approvals = () => {
    again(queryKeys.approvals);
    again(queryKeys.wallet);
  };
  return {
    feedReady({ resumed }) {
      // Where the feed resumed, all that was missed follows; only what could not be read meanwhile is read again.
      if (resumed) return void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
      for (const query of client.getQueryCache().findAll({ queryKey: [messagesKey], type: 'active' })) {
        void refreshOlder(client, query.queryKey[1] as ConversationId).catch(() => undefined);
      }
      // A room that is not shown is read when it is opened. Its cache may have texts that were edited or deleted meanwhile.
      client.removeQueries({ queryKey: [messagesKey], type: 'inactive' });
      // The position at which a room was opened does not depend on changes.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'place' });
    },
    messageAppended: ({ conversationId, messageId }) => readers.appended(conversationId, messageId),
    messagePartial: ({ conversationId, messageId }) => readers.draft(`${conversationId} ${messageId}`),
    deliveryUpdated: ({ conversationId, messageId }) => readers.delivery(conversationId, messageId),
    conversationUpdated({ conversationId }) {
      if (isOwnRead(conversationId)) return;
      readers.list(null);
      if (!isListed(client, conversationId)) readers.waiting(null);
      again(queryKeys.conversation(conversationId));
      for (const { messageId } of heldMessages(client, conversationId)?.drafts ?? []) {
        readers.draft(`${conversationId} ${messageId}`);
      }
    },
    membershipUpdated() {
      again(queryKeys.agents);
      readers.waiting(null);
    },
    taskUpdated({ taskId, conversationId }) {
      again(queryKeys.task(taskId));
      again(queryKeys.roomTasks(conversationId));
      again(queryKeys.allTasks);
    },
    approvalPending: approvals,
    approvalResolved: approvals,
    notificationAdded: () => again(queryKeys.notifications),
  };
}

interface Readers {
  readonly waiting: (all: null) => void;
  readonly list: (all: null) => void;
  readonly draft: (pair: Pair) => void;
  readonly appended: (id: ConversationId, messageId: MessageId) => void;
  readonly delivery: (id: ConversationId, messageId: MessageId) => void;
}

/** The refetches, each with its own rate limit. */
function createReaders(client: QueryClient, outbox: Pick<Outbox, 'settled'>, ownUserId: UserId): Readers {
  /** The user's own messages with delivery updates since they were read. */
  const moved = new Map<ConversationId, Set<MessageId>>();

  const refreshList = coalesce(() => refreshLists(client), { everyMs: 500 });
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
      // The tail has already brought a message that became final in the meantime.
      if (!holdsMessage(client, id, messageId)) await read(pair);
    },
    { everyMs: draftEveryMs, mayPass },
  );
  const delivery = coalesce(
    async (pair: Pair) => {
      const [id, messageId] = pair.split(' ') as [ConversationId, MessageId];
      // The tail may have brought it in the meantime.
      if (moved.get(id)?.delete(messageId)) await changed(pair);
    },
    { afterMs: deliveryAfterMs, mayPass },
  );
  const changed = changedReader(client, outbox, ownUserId);
  const edited = coalesce(changed, { mayPass });

  async function appended(id: ConversationId, messageId: MessageId): Promise<void> {
    // The user's own message must not show twice: its stored copy waits until the outbox has the answer to its send.
    await outbox.settled(id);
    if (!holdsMessage(client, id, messageId)) tail(id);
  }

  return {
    waiting,
    list: refreshList,
    draft,
    appended: (id, messageId) => void appended(id, messageId),
    delivery(id, messageId) {
      const message = heldMessages(client, id)?.settled.find((each) => each.messageId === messageId);
      if (message && !mayBeAnswered(message)) return edited(`${id} ${messageId}`);
      moved.set(id, (moved.get(id) ?? new Set()).add(messageId));
      delivery(`${id} ${messageId}`);
    },
  };
}

/** Reads the list of rooms again, and that of the archived ones if it is shown. */
function refreshLists(client: QueryClient): Promise<unknown> {
  const keys = [queryKeys.conversations, queryKeys.archivedRooms];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Returns the function that reads a message which was edited or deleted, or whose delivery changed. */
function changedReader(client: QueryClient, outbox: Pick<Outbox, 'settled'>, ownUserId: UserId) {
  return async (pair: Pair): Promise<void> => {
    const [conversationId, messageId] = pair.split(' ') as [ConversationId, MessageId];
    // The answer to one's own send is older than the signal.
    await outbox.settled(conversationId);
    await placed(client, conversationId);
    if (holdsMessage(client, conversationId, messageId)) return refreshMessage(client, conversationId, messageId);
    const { forgetElsewhere } = await import('./forget.ts');
    await forgetElsewhere(client, ownUserId, { conversationId, messageId });
  };
}

/** Returns whether an answer may follow at once: a delivery of the message is open. */
function mayBeAnswered({ deliveries = [] }: Message): boolean {
  return deliveries.some(({ status, nextAttemptAt }) => status === 'pending' || nextAttemptAt !== null);
}

/** Returns whether the list holds the room, or is not read yet. */
function isListed(client: QueryClient, id: ConversationId): boolean {
  const rooms = client.getQueryData<readonly ListedConversation[]>(queryKeys.conversations);
  return rooms?.some(({ conversationId }) => conversationId === id) ?? true;
}

/** Returns whether the room is on the screen. Its place in the list then follows from its messages. */
function isOpen(client: QueryClient, id: ConversationId): boolean {
  const query = client.getQueryCache().find({ queryKey: queryKeys.messages(id), exact: true });
  return (query?.getObserversCount() ?? 0) > 0;
}
