import type { Envelope } from '@parley/protocol';
import type { HandlerOptions } from './handler-options.ts';

/** How the deliveries are run that a handler takes. */
export interface Rule {
  readonly takes: (envelope: Envelope) => boolean;
  readonly options: HandlerOptions;
}

/** The rules of the composer that a middleware was made from. */
const rulesOfMiddleware = new WeakMap<object, Rules>();

/** The rules of handlers in the order in which these were added; the first that takes a delivery decides. */
export class Rules {
  readonly #rules: (Rule | Rules)[] = [];

  add(rule: Rule): void {
    this.#rules.push(rule);
  }

  /** Records the rules that a middleware was made from. */
  belongTo(middleware: object): void {
    rulesOfMiddleware.set(middleware, this);
  }

  addThoseOf(middleware: object): void {
    const rules = rulesOfMiddleware.get(middleware);
    if (rules) this.#rules.push(rules);
  }

  for(envelope: Envelope): HandlerOptions | null {
    for (const rule of this.#rules) {
      const options = rule instanceof Rules ? rule.for(envelope) : rule.takes(envelope) ? rule.options : null;
      if (options !== null) return options;
    }
    return null;
  }
}
