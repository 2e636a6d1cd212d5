import type { Envelope, InvokeToolAnswer } from '@parley/protocol';
import { Beginnings } from '../beginnings.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { resultOf, type InvocationResult } from './outcome.ts';
import type { PendingResult, ResultStore } from './result-store.ts';

/** Somebody who may wait for a result. */
export interface Waiting {
  /** Whether somebody does: a promise that nobody awaits takes no result from `agent.onResult`. */
  isAwaited: () => boolean;
}

interface Waiter extends Waiting {
  readonly resolve: (result: InvocationResult) => void;
}

/** What a result is for: a promise of this process that has it now, or what was noted when it was begun. */
export type Taken =
  { readonly isClaimed: true } | { readonly isClaimed: false; readonly pending: PendingResult | null };

/** Brings the results of invocations to the callers that wait for them in this process, and remembers the others. */
export class OpenResults {
  readonly #store: ResultStore;
  readonly #waiters = new Map<string, Waiter>();
  readonly #beginnings = new Beginnings();

  constructor(store: ResultStore) {
    this.#store = store;
  }

  /**
   * Begins an invocation and waits for its result.
   *
   * @param call Asks the platform; its rejection is the rejection of this.
   * @param note What is remembered of it, but for its id.
   * @param signal Ends the waiting, and `givenUp` is told; the result then goes to `agent.onResult`.
   */
  async run(
    call: () => Promise<InvokeToolAnswer>,
    note: Omit<PendingResult, 'invocationId'>,
    {
      signal,
      waiting,
      givenUp,
    }: { readonly signal: AbortSignal; readonly waiting: Waiting; readonly givenUp: () => unknown },
  ): Promise<InvocationResult> {
    const begun = this.#begin(call, note, waiting);
    const { invocationId, result } = await this.#beginnings.hold(note.conversationId, begun);
    try {
      return await unlessAborted(result, signal, givenUp);
    } finally {
      this.#waiters.delete(invocationId);
    }
  }

  /** Takes a result that came. */
  async take(envelope: Envelope<'tool.result'>): Promise<Taken> {
    const result = resultOf(envelope);
    if (!this.#waiters.has(result.invocationId)) await this.#beginnings.settled(envelope.conversation_id);
    const waiter = this.#waiters.get(result.invocationId);
    if (!waiter?.isAwaited()) return { isClaimed: false, pending: await this.#store.get(result.invocationId) };
    this.#waiters.delete(result.invocationId);
    waiter.resolve(result);
    await this.forget(result.invocationId);
    return { isClaimed: true };
  }

  /** Forgets an invocation whose result was handled. */
  async forget(invocationId: string): Promise<void> {
    await this.#store.delete(invocationId);
  }

  async #begin(call: () => Promise<InvokeToolAnswer>, note: Omit<PendingResult, 'invocationId'>, waiting: Waiting) {
    const { invocation_id: invocationId } = await call();
    const result = new Promise<InvocationResult>((resolve) => {
      this.#waiters.set(invocationId, { resolve, isAwaited: () => waiting.isAwaited() });
    });
    try {
      await this.#store.put({ invocationId, ...note });
    } catch (error) {
      // Nobody waits then, and the result goes to the handlers of `tool.result`.
      this.#waiters.delete(invocationId);
      throw error;
    }
    return { invocationId, result };
  }
}
