import type { ListedConversation } from '@parley/protocol';

/** What a room's preferences become when it is muted for good, until tomorrow morning, or no more. */
export const muting = {
  forGood: () => ({ muted: true }),
  untilTomorrow: (now: Date) => ({ mutedUntil: tomorrowMorning(now).toISOString() }),
  over: () => ({ muted: false, mutedUntil: null }),
} as const;

/** Until when a room is muted; null where that is not said. */
export function mutedUntil({ mutedUntil: until }: ListedConversation, now: Date): string | null {
  return until !== null && Date.parse(until) > now.getTime() ? until : null;
}

/** Eight in the morning of the next day, where the reader is. */
export function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}
