import type { Envelope } from '@parley/protocol';
import { isCircle, sayCircle } from './calls/circles.ts';
import type { Middleware } from './composer.ts';
import type { AnyContext, Context } from './context.ts';
import { RefusedError, isStopped } from './errors.ts';
import { HandlerError } from './handler-error.ts';
import type { Handling } from './handling.ts';
import type { Log } from './log.ts';

/** A report is worth some seconds; the error itself is in the log of the agent. */
const reportRetry = { retries: 2, timeoutMs: 10_000 };
/** Refusals of a call that a report of it would meet too. */
const beyondReport = ['delivery_not_found', 'reply_stopped', 'unauthorized'];
const longestReason = 1000;

interface Parts {
  readonly middleware: Middleware<AnyContext>;
  readonly onError: (error: HandlerError) => unknown;
  readonly log: Log;
}

/**
 * Runs the handlers of one delivery. What they throw, and what fails of the calls that they do not wait for, goes to the platform,
 * which tells the person and the owner and closes the draft, and then to `onError`. Where a call was refused because agents
 * call each other in a circle, a reply says so instead of the report.
 *
 * @returns Whether nothing failed. It never rejects.
 */
export async function runHandlers(ctx: AnyContext, handling: Handling, parts: Parts): Promise<boolean> {
  const outcome = new Outcome(ctx, handling, parts);
  const failures: unknown[] = [];
  const { turn } = handling;
  try {
    await parts.middleware(ctx, () => Promise.resolve());
  } catch (error) {
    failures.push(error);
  }
  turn.handlersEnded();
  failures.push(...(await turn.calls.over((late) => void outcome.failed(late))));
  let isHandled = true;
  for (const failure of failures) isHandled = !(await outcome.failed(failure)) && isHandled;
  const broken = turn.members.find(({ brokenStream }) => brokenStream !== null)?.brokenStream;
  if (failures.length === 0 && broken) await outcome.tellPlatform(broken.error);
  return isHandled;
}

class Outcome {
  readonly #ctx: AnyContext;
  readonly #handling: Handling;
  readonly #parts: Parts;
  #isTold = false;

  constructor(ctx: AnyContext, handling: Handling, parts: Parts) {
    this.#ctx = ctx;
    this.#handling = handling;
    this.#parts = parts;
  }

  /** @returns Whether it is a failure: the end of what nobody waits for any longer, or goes on elsewhere, is none. */
  async failed(error: unknown): Promise<boolean> {
    const { log, onError } = this.#parts;
    const { deliveryId } = this.#ctx;
    const { unwanted, goesOn, signal } = this.#handling.turn;
    if (unwanted !== null && isEnding(error)) {
      log('info', 'A handler ended because its answer is no longer wanted.', { deliveryId, because: unwanted });
      return false;
    }
    if (goesOn && error === signal.reason) {
      log('info', 'A handler ended before its result came; agent.onResult goes on with it.', { deliveryId });
      return false;
    }
    await this.tellPlatform(error);
    try {
      await onError(new HandlerError(error, this.#ctx as Context));
    } catch (cause) {
      log('error', 'The error handler failed.', { deliveryId, error: cause });
    }
    return true;
  }

  /** Once for each delivery of the turn, and not of an answer that nobody waits for any longer. */
  async tellPlatform(error: unknown): Promise<void> {
    const { turn } = this.#handling;
    if (this.#isTold || turn.unwanted !== null) return;
    if (error instanceof RefusedError && beyondReport.includes(error.code)) return;
    this.#isTold = true;
    for (const { envelope } of turn.members) {
      await this.#tell(envelope, error);
      if (turn.unwanted !== null) return;
    }
  }

  /** The end of a circle of calls is said in words, which also end the waiting of the agents before this one. */
  async #tell(envelope: Envelope, error: unknown): Promise<void> {
    if (!isCircle(error)) return this.#report(envelope.delivery_id, reasonOf(error));
    try {
      await sayCircle(this.#ctx.client, envelope, { retry: reportRetry });
    } catch {
      await this.#report(envelope.delivery_id, reasonOf(error));
    }
  }

  async #report(deliveryId: string, reason: string): Promise<void> {
    try {
      await this.#ctx.client.reportFailure(deliveryId, reason, { retry: reportRetry });
    } catch (cause) {
      this.#parts.log('warn', 'The platform could not be told that a handler failed.', { deliveryId, error: cause });
    }
  }
}

function isEnding(error: unknown): boolean {
  return (error instanceof Error && error.name === 'AbortError') || isStopped(error);
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return Array.from(text).slice(0, longestReason).join('') || 'The handler failed.';
}
