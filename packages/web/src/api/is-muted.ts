import type { ListedConversation } from '@parley/protocol';

/** Returns whether a room is muted now: permanently, or until a time in the future. */
export function isMuted({ muted, mutedUntil }: ListedConversation, now: Date): boolean {
  return muted || (mutedUntil !== null && Date.parse(mutedUntil) > now.getTime());
}
