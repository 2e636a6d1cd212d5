import type { NotifyLevel } from '@parley/protocol';

/**
 * A person's settings for a conversation or an agent: whether it is muted, for good or until a time, and which messages
 * send a push.
 */
export interface Attention {
  readonly muted: boolean;
  readonly notify: NotifyLevel;
  readonly muted_until: Date | null;
}

/** Changes to these settings. Fields that are left out keep their value. */
export interface AttentionChange {
  readonly muted?: boolean | undefined;
  readonly notify?: NotifyLevel | undefined;
  readonly mutedUntil?: string | null | undefined;
}

/** Returns whether it is muted at `nowMs`. */
export function isMuted({ muted, muted_until: until }: Pick<Attention, 'muted' | 'muted_until'>, nowMs: number) {
  return muted || (until !== null && until.getTime() > nowMs);
}
