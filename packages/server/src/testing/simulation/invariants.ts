/** What holds of deliveries at every moment, by the names of SPEC.md in the engine's folder. */
export const invariants = ['lease', 'fence', 'lane', 'window', 'park', 'drain', 'schedule', 'end'] as const;

export type Invariant = (typeof invariants)[number];
