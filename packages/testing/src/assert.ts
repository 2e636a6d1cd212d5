import { AssertionError } from 'node:assert';
import type { EventType, Message } from '@parley/protocol';
import type { TestedAgent } from './agents/tested-agent.ts';
import { validateMessage, validateQuestion, validateReceipt, validateSight, type Verdict } from './matchers.ts';
import type { Expectation } from './people/expectation.ts';
import type { Person } from './people/person.ts';
import type { Where } from './people/room.ts';
import type { WaitOptions } from './time/patience.ts';

/**
 * Wants a person to see a message that shows this, and waits for it.
 *
 * @throws AssertionError, as all assertions of this module do.
 * @example await sees(ada, 'Coming up.');
 */
export async function sees(person: Person, expected: Expectation, options: Where & WaitOptions = {}): Promise<void> {
  insist(await validateSight(person, expected, { ...options, isNot: false }), true);
}

/** Wants a person to see no message that shows this, once nothing is under way any more. */
export async function seesNo(person: Person, expected: Expectation, where: Where = {}): Promise<void> {
  insist(await validateSight(person, expected, { ...where, isNot: true }), false);
}

/** Wants something that says this to wait for a person's decision, and waits for it. */
export async function asked(person: Person, action: string | RegExp = '', options: WaitOptions = {}): Promise<void> {
  insist(await validateQuestion(person, action, { ...options, isNot: false }), true);
}

/** Wants nothing that says this to wait for a person's decision, once nothing is under way any more. */
export async function notAsked(person: Person, action: string | RegExp = ''): Promise<void> {
  insist(await validateQuestion(person, action, { isNot: true }), false);
}

/**
 * Wants a message to show this.
 *
 * @example shows(await ada.sees('Prices'), { type: 'table', columns: [{ name: 'City' }] });
 */
export function shows(message: Message, expected: Expectation): void {
  insist(validateMessage(message, expected), true);
}

/** Wants so many deliveries of an event to have reached an agent; at least one where no number is given. */
export async function received(agent: TestedAgent, event: EventType, times?: number): Promise<void> {
  insist(await validateReceipt(agent, event, times), true);
}

function insist({ pass, message, expected, actual }: Verdict, wanted: boolean): void {
  if (pass !== wanted) throw new AssertionError({ message: message(), expected, actual, stackStartFn: insist });
}
