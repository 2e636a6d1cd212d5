import type { NotifyLevel } from '@parley/protocol';

/** How a person has a conversation or an agent: whether it is muted, now or for good, and of what they are sent pushes. */
export interface Attention {
  readonly muted: boolean;
  readonly notify: NotifyLevel;
  readonly muted_until: Date | null;
}

/** What a person changes of it; what is left out stays. */
export interface AttentionChange {
  readonly muted?: boolean | undefined;
  readonly notify?: NotifyLevel | undefined;
  readonly mutedUntil?: string | null | undefined;
}

/** Whether it counts as muted at this moment. */
export function isMuted({ muted, muted_until: until }: Pick<Attention, 'muted' | 'muted_until'>, nowMs: number) {
  return muted || (until !== null && until.getTime() > nowMs);
}
