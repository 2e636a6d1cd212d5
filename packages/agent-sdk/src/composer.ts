import type { EventType } from '@parley/protocol';
import type { Context } from './context.ts';

/** Runs the handlers after this one. */
export type Next = () => Promise<void>;

/** A step on a delivery's way. It handles the delivery, or calls `next` to pass it on, or both. */
export type Middleware<C extends Context = Context> = (ctx: C, next: Next) => unknown;

/** What a message is compared with: a regular expression, or the whole text but for case and the space around it. */
export type Trigger = string | RegExp;

/**
 * Middleware in the order in which it was added. A delivery goes through it from the first on; a handler that does not call
 * `next` ends the way.
 */
export class Composer {
  readonly #steps: Middleware[] = [];

  /** Adds middleware for every delivery. */
  use(...middleware: Middleware[]): this {
    this.#steps.push(...middleware);
    return this;
  }

  /**
   * Adds handlers for one event, or for several.
   *
   * @example agent.on('form.submitted', (ctx) => ctx.reply(`Hello ${ctx.envelope.form_submission.values['name']}`));
   */
  on<Event extends EventType>(event: Event | readonly Event[], ...handlers: Middleware<Context<Event>>[]): this {
    const events = typeof event === 'string' ? [event] : event;
    return this.filter((ctx): ctx is Context<Event> => ctx.is(...events), ...handlers);
  }

  /**
   * Adds handlers for messages with a certain text. `ctx.match` holds what a regular expression matched.
   *
   * @example agent.hears(/^weather in (.+)$/i, (ctx) => ctx.reply(`Looking up ${ctx.match?.[1]} …`));
   */
  hears(trigger: Trigger | readonly Trigger[], ...handlers: Middleware<Context<'message.created'>>[]): this {
    const triggers = typeof trigger === 'string' || trigger instanceof RegExp ? [trigger] : trigger;
    const isHeard = (ctx: Context): ctx is Context<'message.created'> =>
      ctx.is('message.created') && matches(ctx, triggers);
    return this.filter(isHeard, ...handlers);
  }

  /** Adds handlers for the deliveries that `predicate` picks; a type guard narrows what the handlers get. */
  filter<C extends Context>(predicate: (ctx: Context) => ctx is C, ...handlers: Middleware<C>[]): this;
  filter(predicate: (ctx: Context) => boolean, ...handlers: Middleware[]): this;
  filter(predicate: (ctx: Context) => boolean, ...handlers: Middleware[]): this {
    const branch = compose(handlers);
    return this.use((ctx, next) => (predicate(ctx) ? branch(ctx, next) : next()));
  }

  /** All of it as one middleware, for use in another composer: `agent.use(weather.middleware())`. */
  middleware(): Middleware {
    return (ctx, next) => compose(this.#steps)(ctx, next);
  }
}

/** Makes one middleware of several. Calling `next` twice in one of them is an error. */
function compose(steps: readonly Middleware[]): (ctx: Context, next: Next) => Promise<void> {
  return (ctx, next) => {
    let last = -1;
    const run = async (index: number): Promise<void> => {
      if (index <= last) throw new Error('A handler called next() twice.');
      last = index;
      const step = steps[index];
      if (step === undefined) return next();
      await step(ctx, () => run(index + 1));
    };
    return run(0);
  };
}

function matches(ctx: Context, triggers: readonly Trigger[]): boolean {
  const { text } = ctx;
  return triggers.some((trigger) => {
    if (typeof trigger === 'string') return text.trim().toLowerCase() === trigger.toLowerCase();
    ctx.match = text.match(new RegExp(trigger.source, trigger.flags.replace(/[gy]/g, '')));
    return ctx.match !== null;
  });
}
