/** Invariants of deliveries that hold at any time, named as in SPEC.md in the engine's folder. */
export const invariants = ['lease', 'fence', 'lane', 'window', 'park', 'drain', 'schedule', 'end'] as const;

export type Invariant = (typeof invariants)[number];
