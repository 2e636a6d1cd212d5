import type { Context } from './context.ts';

/** A handler threw. `cause` is what it threw and `ctx` the delivery that it was working on. */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  readonly ctx: Context;

  constructor(cause: unknown, ctx: Context) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`The handler of ${ctx.event} ${ctx.deliveryId} failed: ${what}`, { cause });
    this.ctx = ctx;
  }
}
