import { z } from 'zod';
import { moment } from '../fields.ts';

/**
 * The level of push notifications. `all`: every notification and every message of other people. `mentions`: mentions, and agents that
 * need a person. `decisions`: agents that need a person. `none`: nothing more. An approval is pushed at every level.
 */
export const notifyLevel = z.enum(['all', 'mentions', 'decisions', 'none']).meta({ id: 'NotifyLevel' });

export type NotifyLevel = z.infer<typeof notifyLevel>;

/** The preferences that a room and an agent share. A field that is left out stays unchanged. */
export const attentionFields = {
  muted: z.boolean().optional(),
  notify: notifyLevel.optional(),
  /** The end of the mute; null unmutes at once. */
  mutedUntil: moment.nullable().optional(),
};

/** Returns whether a body has at least one field; used to refuse one without. */
export function namesSomething(body: object): boolean {
  return Object.values(body).some((value) => value !== undefined);
}

export const nothingNamed = {
  message: 'This body names nothing to change.',
  params: { hint: 'Name at least one field.' },
  // An error about an unknown field is more useful than this one.
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};
