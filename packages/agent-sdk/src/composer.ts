import type { EventType } from '@parley/protocol';
import type { FormValues, PayloadOf, Pressable, TypedForm } from './blocks.ts';
import { payloadsOf } from './blocks.ts';
import type { AnyContext, Context } from './context.ts';
import { lastText } from './envelope-text.ts';
import { valuesOf } from './form-values.ts';
import type { HandlerOptions } from './handler-options.ts';
import { Rules, type Rule } from './handler-rules.ts';
import type { KnownResult } from './results/outcome.ts';

/** Runs the handlers after this one. */
export type Next = () => Promise<void>;

/** A step on a delivery's way. It handles the delivery, or calls `next` to pass it on, or both. */
export type Middleware<C extends AnyContext = Context> = (ctx: C, next: Next) => unknown;

/** Handlers, and among them how they are run. */
type Steps<C extends AnyContext> = readonly (Middleware<C> | HandlerOptions)[];

/** What a message is compared with: a regular expression, or the whole text but for case and the space around it. */
export type Trigger = string | RegExp;

/** A message that a regular expression has matched. */
type Matched<State extends object> = Context<'message.created', State> & { readonly match: RegExpMatchArray };

type Anything = Record<string, unknown>;

/**
 * Middleware in the order in which it was added. A delivery goes through it from the first on; a handler that does not call
 * `next` ends the way.
 */
export class Composer<State extends object = Anything> {
  readonly #steps: Middleware<Context<EventType, State>>[] = [];
  /** How the deliveries are run that a handler here is the first to take. */
  protected readonly rules = new Rules();

  /** Adds middleware for every delivery. */
  use(...middleware: Middleware<Context<EventType, State>>[]): this {
    this.#steps.push(...middleware);
    for (const step of middleware) this.rules.addThoseOf(step);
    return this;
  }

  /**
   * Adds handlers for one event, or for several. Options say how they are run.
   *
   * @example agent.on('form.submitted', (ctx) => ctx.reply(`Hello ${ctx.envelope.form_submission.values['name']}`));
   * @example agent.on('message.created', { overlap: 'latest' }, answer);
   */
  on<Event extends EventType>(event: Event | readonly Event[], ...steps: Steps<Context<Event, State>>): this {
    const events: readonly EventType[] = typeof event === 'string' ? [event] : event;
    return this.#add<Context<Event, State>>(steps, {
      takes: (envelope) => events.includes(envelope.event),
      isFor: (ctx): ctx is Context<Event, State> => ctx.is(...events),
    });
  }

  /**
   * Adds handlers for messages with a certain text. `ctx.match` holds what a regular expression matched; it is null for a string.
   *
   * @example agent.hears(/^weather in (.+)$/i, (ctx) => ctx.reply(`Looking up ${ctx.match[1]} …`));
   */
  hears(trigger: RegExp | readonly RegExp[], ...steps: Steps<Matched<State>>): this;
  hears(trigger: Trigger | readonly Trigger[], ...steps: Steps<Context<'message.created', State>>): this;
  hears(
    trigger: Trigger | readonly Trigger[],
    ...steps: Steps<Context<'message.created', State>> | Steps<Matched<State>>
  ): this {
    const triggers = typeof trigger === 'string' || trigger instanceof RegExp ? [trigger] : trigger;
    return this.#add<Context<'message.created', State>>(steps as Steps<Context<'message.created', State>>, {
      takes: (envelope) => envelope.event === 'message.created' && heard(lastText(envelope), triggers) !== null,
      isFor: (ctx): ctx is Context<'message.created', State> => {
        const found = ctx.is('message.created') ? heard(ctx.text, triggers) : null;
        if (found !== null) ctx.match = found.match;
        return found !== null;
      },
    });
  }

  /**
   * Adds a handler for the answers to a form, with their values typed by the form's own definition. An envelope does not name the
   * form, so an answer is taken for one where it has all required fields and no others than its own.
   *
   * @example agent.onForm(order, (ctx, { size }) => ctx.reply(`One ${size}, coming up.`));
   */
  onForm<Form extends TypedForm>(
    form: Form,
    handler: (ctx: Context<'form.submitted', State>, values: FormValues<Form>, next: Next) => unknown,
  ): this {
    return this.on('form.submitted', (ctx, next) => {
      const values = valuesOf(form, ctx.envelope.form_submission.values);
      return values === null ? next() : handler(ctx, values, next);
    });
  }

  /**
   * Adds a handler for the presses of buttons, or of the actions of a card, with their payloads typed.
   *
   * @example agent.onPress(drinks, (ctx, drink) => ctx.reply(`${drink} it is.`));
   */
  onPress<Block extends Pressable>(
    block: Block,
    handler: (ctx: Context<'message.created', State>, payload: PayloadOf<Block>, next: Next) => unknown,
  ): this {
    const payloads: readonly string[] = payloadsOf(block);
    return this.on('message.created', (ctx, next) =>
      payloads.includes(ctx.text) ? handler(ctx, ctx.text as PayloadOf<Block>, next) : next(),
    );
  }

  /**
   * Goes on with the result of `ctx.decide` or `ctx.invoke` of this `kind` where the promise that began it is gone, after a restart
   * as well if the agent has `results` that survive one. A result that a promise waits for goes there and not here.
   *
   * @example
   * agent.onResult('delete-files', (ctx, { approved, arguments: bound }) => (approved ? remove(bound) : ctx.reply('Kept.')));
   */
  onResult<Data = unknown>(
    kind: string,
    handler: (ctx: Context<'tool.result', State>, result: KnownResult<Data>, next: Next) => unknown,
  ): this {
    return this.on('tool.result', (ctx, next) =>
      ctx.result?.kind === kind ? handler(ctx, ctx.result as KnownResult<Data>, next) : next(),
    );
  }

  /** Adds handlers for the deliveries that `predicate` picks; a type guard narrows what the handlers get. */
  filter<C extends Context<EventType, State>>(
    predicate: (ctx: Context<EventType, State>) => ctx is C,
    ...handlers: Middleware<C>[]
  ): this;
  filter(
    predicate: (ctx: Context<EventType, State>) => boolean,
    ...handlers: Middleware<Context<EventType, State>>[]
  ): this;
  filter(
    predicate: (ctx: Context<EventType, State>) => boolean,
    ...handlers: Middleware<Context<EventType, State>>[]
  ): this {
    const branch = compose(handlers);
    return this.use((ctx, next) => (predicate(ctx) ? branch(ctx, next) : next()));
  }

  /** All of it as one middleware, for use in another composer: `agent.use(weather.middleware())`. */
  middleware(): Middleware<Context<EventType, State>> {
    const all: Middleware<Context<EventType, State>> = (ctx, next) => compose(this.#steps)(ctx, next);
    this.rules.belongTo(all);
    return all;
  }

  #add<C extends Context<EventType, State>>(
    steps: Steps<C>,
    { takes, isFor }: { takes: Rule['takes']; isFor: (ctx: Context<EventType, State>) => ctx is C },
  ): this {
    const handlers = steps.filter((step) => typeof step === 'function');
    const options = steps.filter((step) => typeof step !== 'function');
    this.rules.add({ takes, options: Object.assign({}, ...options) as HandlerOptions });
    return this.filter(isFor, ...handlers);
  }
}

/** Makes one middleware of several. Calling `next` twice in one of them is an error. */
function compose<C extends AnyContext>(steps: readonly Middleware<C>[]): (ctx: C, next: Next) => Promise<void> {
  return (ctx, next) => {
    let last = -1;
    const run = async (index: number): Promise<void> => {
      if (index <= last)
        throw new Error('A handler called next() twice. Call it once, and return or await what it gives.');
      last = index;
      const step = steps[index];
      if (step === undefined) return next();
      await step(ctx, () => run(index + 1));
    };
    return run(0);
  };
}

/** What of a text matched the first trigger that did; null where none does. */
function heard(text: string, triggers: readonly Trigger[]): { readonly match: RegExpMatchArray | null } | null {
  for (const trigger of triggers) {
    if (typeof trigger === 'string') {
      if (text.trim().toLowerCase() === trigger.toLowerCase()) return { match: null };
      continue;
    }
    const match = text.match(new RegExp(trigger.source, trigger.flags.replace(/[gy]/g, '')));
    if (match !== null) return { match };
  }
  return null;
}
