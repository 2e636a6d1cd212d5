import type { Message, MessageId } from '@parley/protocol';

/** A message that has its place in the room. */
export type SettledMessage = Message & { readonly seq: number };

/**
 * What the app holds of one room: an unbroken run of messages, and the open drafts. `seq` counts 1, 2, 3 … without gaps, so the run
 * says by itself where it starts and whether something is missing.
 */
export interface RoomMessages {
  /** In ascending `seq`, without gaps. */
  readonly settled: readonly SettledMessage[];
  readonly drafts: readonly Message[];
  /** Whether nothing older exists. */
  readonly reachesStart: boolean;
  /** Whether nothing newer is known to exist; false for a reader of what was said long ago. */
  readonly reachesEnd: boolean;
}

/**
 * Takes in the newest page of a room. One that does not touch what is held is left out: the gap would be invisible. The page is as old
 * as `asked`, what was held when it was asked for: what has been read since is newer, and stays.
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
  const newestHeld = held.settled.at(-1)?.seq ?? 0;
  if (first !== undefined && held.settled.length > 0 && first > newestHeld + 1) {
    return { ...held, drafts: [], reachesEnd: false };
  }
  const known = new Set<Message>(asked ? [...asked.settled, ...asked.drafts] : []);
  const isSince = (message: Message) => !known.has(message);
  const merged = merge(merge(held.settled, settled), held.settled.filter(isSince));
  const drafts = [...draftsOf(page, held, asked), ...held.drafts.filter(isSince)];
  // Nothing that was said is ever taken back, so a page without anything is only older than what is held.
  const reachesStart = held.reachesStart || first === 1;
  return withMessages({ settled: merged, drafts: [], reachesStart, reachesEnd: true }, drafts);
}

/** The drafts of a page but for those that have been closed since it was asked for. */
function draftsOf(page: readonly Message[], held: RoomMessages, asked: RoomMessages | undefined): readonly Message[] {
  const isIn = (drafts: readonly Message[] | undefined, id: MessageId) =>
    drafts?.some(({ messageId }) => messageId === id) ?? false;
  return page.filter(
    ({ partial, messageId }) => partial && !(isIn(asked?.drafts, messageId) && !isIn(held.drafts, messageId)),
  );
}

/** A page from anywhere in the room, in place of what was held. */
export function pageAlone(page: readonly Message[], newestSeq: number): RoomMessages {
  const settled = page.filter(isSettled);
  const reachesEnd = (settled.at(-1)?.seq ?? 0) >= newestSeq;
  const drafts = reachesEnd ? page.filter((message) => message.partial) : [];
  return { settled, drafts, reachesStart: settled.length === 0 || settled[0]?.seq === 1, reachesEnd };
}

/** Puts a page of older messages in front. An empty page means that nothing older exists. */
export function withOlderPage(held: RoomMessages, page: readonly Message[]): RoomMessages {
  const settled = merge(held.settled, page.filter(isSettled));
  return { ...held, settled, reachesStart: page.length === 0 || settled[0]?.seq === 1 };
}

/**
 * Takes in messages read one by one or after the newest held. A message further ahead than the next is left out (the tail must be
 * read first); a final message closes its draft, and an old copy of a draft never reopens it.
 */
export function withMessages(held: RoomMessages, incoming: readonly Message[]): RoomMessages {
  let { settled, drafts } = held;
  for (const message of incoming) {
    if (isSettled(message)) {
      const next = (settled.at(-1)?.seq ?? 0) + 1;
      if (message.seq <= next) settled = merge(settled, [message]);
      drafts = drafts.filter(({ messageId }) => messageId !== message.messageId);
    } else if (held.reachesEnd && !settled.some(({ messageId }) => messageId === message.messageId)) {
      drafts = [...drafts.filter(({ messageId }) => messageId !== message.messageId), message];
    }
  }
  return { ...held, settled, drafts };
}

/** Takes out a message that is no longer there, such as a draft that was dropped. */
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
  for (const message of incoming) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}
