import type { ListedConversation } from '@parley/protocol';

/** Whether a room counts as muted now: for good, or until a time that lies ahead. */
export function isMuted({ muted, mutedUntil }: ListedConversation, now: Date): boolean {
  return muted || (mutedUntil !== null && Date.parse(mutedUntil) > now.getTime());
}
