import type { ApprovalId } from '@parley/protocol';
import { useState } from 'react';

/** What a person typed on a card before the decision. */
export interface DecisionDraft {
  /** The typed values, by their JSON Pointers in the inner arguments. */
  readonly typed: ReadonlyMap<string, string>;
  readonly reason: string;
}

const empty: DecisionDraft = { typed: new Map(), reason: '' };

/** Kept until the page is closed, so that a card scrolled out of view loses nothing. */
const drafts = new Map<ApprovalId, DecisionDraft>();

/** Returns the draft of a decision, and a function that changes it. */
export function useDecisionDraft(id: ApprovalId | null): [DecisionDraft, (change: Partial<DecisionDraft>) => void] {
  const [, setCount] = useState(0);
  const draft = (id !== null && drafts.get(id)) || empty;
  return [
    draft,
    (change) => {
      if (id === null) return;
      drafts.set(id, { ...draft, ...change });
      setCount((count) => count + 1);
    },
  ];
}
