import type { BoundsDraft } from './draft.ts';

/** What every group of fields of the bounds takes. */
export interface BoundsFields {
  readonly draft: BoundsDraft;
  readonly onChange: (draft: BoundsDraft) => void;
  /** Returns the fault at the first of these JSON Pointers that has one. */
  readonly faultAt: (...paths: readonly string[]) => string | null;
}
