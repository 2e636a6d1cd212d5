import type { Trace } from '../../trace.ts';
import type { Claimed } from '../delivery.ts';
import type { Target } from '../target.ts';
import type { AttemptResult } from './attempt-result.ts';

/** What makes a delivery believable, for one attempt: both are headers of a webhook and members of a relay frame. */
export interface Signed {
  readonly signature: string;
  readonly authorization: string;
}

/**
 * A way to hand a delivery to its agent. Null where another server should have it. The trace goes along where the way has room
 * for it: a relay frame has none.
 */
export type Carrier = (
  target: Target,
  delivery: Claimed,
  signed: Signed,
  trace: Trace | null,
) => Promise<AttemptResult | null>;
