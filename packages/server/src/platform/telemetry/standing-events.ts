import { standingInvalidReasons } from '@parley/protocol';

/** What happens to standing grants and their uses: the last ones, from `spent` on, end a grant. Expiry is not counted. */
export const standingEvents = ['given', 'used', 'given_back', 'spent', 'revoked', ...standingInvalidReasons] as const;
export type StandingEvent = (typeof standingEvents)[number];
