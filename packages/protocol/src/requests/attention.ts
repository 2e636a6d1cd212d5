import { z } from 'zod';
import { moment } from '../fields.ts';

/**
 * What a person is sent pushes of: `all` that notifies them and all that other people say, `mentions` of them and decisions,
 * `decisions` that wait for them, or `none`. A decision that waits is pushed at every level.
 */
export const notifyLevel = z.enum(['all', 'mentions', 'decisions', 'none']).meta({ id: 'NotifyLevel' });

export type NotifyLevel = z.infer<typeof notifyLevel>;

/** What may be preferred of a room and of an agent alike. What is not named stays as it is. */
export const attentionFields = {
  muted: z.boolean().optional(),
  notify: notifyLevel.optional(),
  /** Until when it counts as muted; null ends that at once. */
  mutedUntil: moment.nullable().optional(),
};

/** Refuses a body that names nothing. */
export function namesSomething(body: object): boolean {
  return Object.values(body).some((value) => value !== undefined);
}

export const nothingNamed = {
  message: 'This body names nothing to change.',
  params: { hint: 'Name at least one field.' },
  // A field that does not belong there says more.
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};
