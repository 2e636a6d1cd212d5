/** Where a platform takes its time from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs `work` once, `ms` milliseconds from now, and returns what cancels it. A `beat` is done over and over, such as a heartbeat: a
   * clock that leaps over hours may do it once for all the times that it has passed.
   */
  after(ms: number, work: () => void, rhythm?: 'once' | 'beat'): () => void;
}
