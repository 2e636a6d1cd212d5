/**
 * What happens to a delivery while another of its conversation is handled.
 *
 * - `queue`: it waits for its turn. What nobody names is queued.
 * - `latest`: as `queue`, but a newer message ends the older ones: the signal of the one that runs aborts, those that wait are left
 *   out, and nothing more of them is sent. For messages and ticks only; everything else queues.
 * - `parallel`: it is handled at once, beside the others.
 * - `steer`: as `queue`, but the handler that runs may take a newer message of the same person into its turn, with `ctx.steers()`.
 *   A message that it does not take is handled afterwards, as any other. For messages only; everything else queues.
 *
 * Results of tools and cancelled tasks never wait.
 */
export type Overlap = 'queue' | 'latest' | 'parallel' | 'steer';

/** How the deliveries of a handler, or of an agent, are handled. */
export interface HandlerOptions {
  readonly overlap?: Overlap;
  /** After so many milliseconds `ctx.signal` aborts with a TimeoutError; never where it is not given. */
  readonly timeoutMs?: number;
}
