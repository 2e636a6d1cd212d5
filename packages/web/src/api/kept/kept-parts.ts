import type { ListedConversation } from '@parley/protocol';
import type { FirstWords } from '../first-words.ts';
import type { RoomMessages, SettledMessage } from '../room-messages.ts';

/** The name of the stored list of rooms. */
export const listPart = 'rooms';
/** The name of the stored person. */
export const personPart = 'person';

/** The name of the stored first words of rooms. They tell rooms with the same name apart. */
export const firstWordsPart = 'first words';

/**
 * The limits of this browser's store: the list's first 200 rooms and their first words in at most 256 KiB each, and the newest 50 messages
 * of the 40 rooms read last in at most 256 KiB per room, each for 30 days after it was read. That is 10.75 MiB at most.
 */
export const keptBounds = {
  listedRooms: 200,
  rooms: 40,
  messages: 50,
  partBytes: 256 * 1024,
  ageMs: 30 * 24 * 3_600_000,
} as const;

/** Returns the first rooms of the list in stored form. */
export function keptList(rooms: readonly ListedConversation[]): Uint8Array {
  return mostWithin(rooms.slice(0, keptBounds.listedRooms), (some, most) => some.slice(0, most)) ?? encode([]);
}

/** Returns the first words of rooms in stored form, with the id of each room. */
export function keptFirstWords(words: readonly (readonly [id: string, words: FirstWords])[]): Uint8Array {
  return mostWithin(words.slice(-keptBounds.listedRooms), (some, most) => some.slice(-most)) ?? encode([]);
}

/**
 * Returns the last page of a room in stored form. Returns undefined to leave the stored page unchanged, if the cache does not reach the
 * room's end or holds only stored messages. Returns null to remove it, if the newest message alone is too long.
 */
export function keptPage({ settled, reachesEnd, kept }: RoomMessages): Uint8Array | null | undefined {
  if (!reachesEnd || kept) return undefined;
  return mostWithin<SettledMessage>(settled.slice(-keptBounds.messages), (some, most) => some.slice(-most));
}

/** Encodes as many of the items as fit into one part; null if not even one fits. */
function mostWithin<Item>(
  items: readonly Item[],
  first: (items: readonly Item[], most: number) => readonly Item[],
): Uint8Array | null {
  for (let some = items; ; some = first(some, Math.floor(some.length / 2))) {
    const json = encode(some);
    if (json.length <= keptBounds.partBytes) return json;
    if (some.length <= 1) return null;
  }
}

/** Encodes a value as JSON bytes. */
export function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Decodes JSON bytes. */
export function decode(json: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(json));
}

/** Returns the name of the app's build: the address of its first script, which differs in each build. */
export function buildName(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
}
