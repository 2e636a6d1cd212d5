import type { Message } from '@parley/protocol';
import { useSyncExternalStore } from 'react';

let picked: Message | null = null;
const readers = new Set<() => void>();

/** Opens the picker of emoji for a message; null closes it. */
export function pickReaction(message: Message | null): void {
  picked = message;
  for (const reader of readers) reader();
}

/** Returns the message that the user picks a reaction for; null if none. */
export function usePicked(): Message | null {
  return useSyncExternalStore(subscribe, () => picked);
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
