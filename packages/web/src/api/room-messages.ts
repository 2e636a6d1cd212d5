import type { Message, MessageId } from '@parley/protocol';

/** A message with a final place in the room. */
export type SettledMessage = Message & { readonly seq: number };

/**
 * The cached messages of one room: a run of messages without gaps, and the open drafts. `seq` counts 1, 2, 3 … without gaps, so the run
 * shows where it starts and whether a message is missing.
 */
export interface RoomMessages {
  /** In ascending `seq`, without gaps. */
  readonly settled: readonly SettledMessage[];
  readonly drafts: readonly Message[];
  /** Whether no older message exists. */
  readonly reachesStart: boolean;
  /** Whether no newer message is known to exist; false while the user reads old messages. */
  readonly reachesEnd: boolean;
  /** The messages that this browser stored during an earlier visit; the next page replaces them. */
  readonly kept?: readonly Message[];
}

/**
 * Merges the newest page of a room into the cache. Leaves out a page that does not touch the cached run, because the gap would be
 * invisible. The page is as old as `asked`, the cache at the time of the request: messages cached since then are newer and stay.
 */
export function withNewestPage(
  held: RoomMessages | undefined,
  page: readonly Message[],
  asked: RoomMessages | undefined = held,
): RoomMessages {
  const settled = page.filter(isSettled);
  const first = settled[0]?.seq;
  if (!held) {
    const drafts = page.filter((message) => message.partial);
    return { settled, drafts, reachesStart: first === undefined || first === 1, reachesEnd: true };
  }
  const known = new Set<Message>([...(asked?.settled ?? []), ...(asked?.drafts ?? []), ...(held.kept ?? [])]);
  const isSince = (message: Message) => !known.has(message);
  if (held.kept) return withMessages(withNewestPage(undefined, page), held.settled.filter(isSince));
  const newestHeld = held.settled.at(-1)?.seq ?? 0;
  if (first !== undefined && held.settled.length > 0 && first > newestHeld + 1) {
    return { ...held, drafts: [], reachesEnd: false };
  }
  const merged = merge(merge(held.settled, settled), held.settled.filter(isSince));
  const drafts = [...draftsOf(page, held, asked), ...held.drafts.filter(isSince)];
  // A deleted message keeps its place, so an empty page only means that it is older than the cache.
  const reachesStart = held.reachesStart || first === 1;
  return withMessages({ settled: merged, drafts: [], reachesStart, reachesEnd: true }, drafts);
}

/** Returns the drafts of a page, except those that were closed since the page was requested. */
function draftsOf(page: readonly Message[], held: RoomMessages, asked: RoomMessages | undefined): readonly Message[] {
  const isIn = (drafts: readonly Message[] | undefined, id: MessageId) =>
    drafts?.some(({ messageId }) => messageId === id) ?? false;
  return page.filter(
    ({ partial, messageId }) => partial && !(isIn(asked?.drafts, messageId) && !isIn(held.drafts, messageId)),
  );
}

/** Returns a page from anywhere in the room, to replace the cached messages. */
export function pageAlone(page: readonly Message[], newestSeq: number): RoomMessages {
  const settled = page.filter(isSettled);
  const reachesEnd = (settled.at(-1)?.seq ?? 0) >= newestSeq;
  const drafts = reachesEnd ? page.filter((message) => message.partial) : [];
  return { settled, drafts, reachesStart: settled.length === 0 || settled[0]?.seq === 1, reachesEnd };
}

/** Adds a page of older messages at the front. An empty page means that no older message exists. */
export function withOlderPage(held: RoomMessages, page: readonly Message[]): RoomMessages {
  const settled = merge(held.settled, page.filter(isSettled));
  return { ...held, settled, reachesStart: page.length === 0 || settled[0]?.seq === 1 };
}

/**
 * Merges single messages, or messages newer than the cache, into it. Leaves out a message beyond the next `seq`, because the tail must be
 * read first, and one before the run, which would leave a gap. A final message closes its draft, and an old copy of a draft never reopens
 * it.
 */
export function withMessages(held: RoomMessages, incoming: readonly Message[]): RoomMessages {
  let { settled, drafts } = held;
  for (const message of incoming) {
    if (isSettled(message)) {
      const next = (settled.at(-1)?.seq ?? 0) + 1;
      const first = settled[0]?.seq ?? 1;
      if (message.seq >= first && message.seq <= next) settled = merge(settled, [message]);
      drafts = drafts.filter(({ messageId }) => messageId !== message.messageId);
    } else if (held.reachesEnd && !settled.some(({ messageId }) => messageId === message.messageId)) {
      drafts = [...drafts.filter(({ messageId }) => messageId !== message.messageId), message];
    }
  }
  return { ...held, settled, drafts };
}

/** Removes a message that no longer exists, such as a discarded draft. */
export function withoutMessage(held: RoomMessages, messageId: MessageId): RoomMessages {
  return {
    ...held,
    settled: held.settled.filter((message) => message.messageId !== messageId),
    drafts: held.drafts.filter((message) => message.messageId !== messageId),
  };
}

export function isSettled(message: Message): message is SettledMessage {
  return message.seq !== null;
}

function merge(held: readonly SettledMessage[], incoming: readonly SettledMessage[]): readonly SettledMessage[] {
  if (incoming.length === 0) return held;
  const bySeq = new Map(held.map((message) => [message.seq, message]));
  for (const message of incoming) {
    const known = bySeq.get(message.seq);
    if (!known || !isEarlier(message, known)) bySeq.set(message.seq, message);
  }
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

/** Returns whether one copy of a message was read before an edit or the deletion that the other shows. */
function isEarlier(one: Message, other: Message): boolean {
  return one.revision < other.revision || (other.deleted && !one.deleted);
}
