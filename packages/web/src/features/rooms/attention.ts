import type { ListedConversation } from '@parley/protocol';

/** The preference changes that mute a room permanently, mute it until tomorrow morning, or unmute it. */
export const muting = {
  forGood: () => ({ muted: true }),
  untilTomorrow: (now: Date) => ({ mutedUntil: tomorrowMorning(now).toISOString() }),
  over: () => ({ muted: false, mutedUntil: null }),
} as const;

/** Returns the end of a room's mute; null if the mute has no end or the room is not muted. */
export function mutedUntil({ mutedUntil: until }: ListedConversation, now: Date): string | null {
  return until !== null && Date.parse(until) > now.getTime() ? until : null;
}

/** Returns 8:00 of the next day in the user's time zone. */
export function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}
