import type { EventType, Message } from '@parley/protocol';
import type { TestedAgent } from './agents/tested-agent.ts';
import { describe, shows, textOf, type Expectation } from './people/expectation.ts';
import type { Person } from './people/person.ts';
import type { Where } from './people/room.ts';
import type { WaitOptions } from './time/patience.ts';

/** Whether something holds, and the sentence for when that is not what was wanted. */
export interface Verdict {
  readonly pass: boolean;
  message(): string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Whether a person sees this: waited for where it should be, and looked for once all is quiet where it should not. */
export async function validateSight(
  person: Person,
  expected: Expectation,
  { isNot, ...where }: Where & WaitOptions & { readonly isNot: boolean },
): Promise<Verdict> {
  return validateAttempt(isNot ? person.seesNo(expected, where) : person.sees(expected, where), isNot);
}

/** Whether something waits for a person's decision: waited for where it should, and looked for once all is quiet where it should not. */
export async function validateQuestion(
  person: Person,
  action: string | RegExp,
  { isNot, ...options }: WaitOptions & { readonly isNot: boolean },
): Promise<Verdict> {
  return validateAttempt(isNot ? person.isNotAsked(action) : person.isAsked(action, options), isNot);
}

async function validateAttempt(attempt: Promise<unknown>, isNot: boolean): Promise<Verdict> {
  const failure = await attempt.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { pass: isNot ? failure !== null : failure === null, message: () => failure ?? '' };
}

/** Whether a message shows this. */
export function validateMessage(message: Message, expected: Expectation): Verdict {
  const pass = shows(message, expected);
  const found = message.blocks.length > 0 ? JSON.stringify(message.blocks, null, 2) : textOf(message);
  const verb = pass ? 'shows' : 'does not show';
  return {
    pass,
    message: () => `The message ${verb} ${describe(expected)}. It is: ${found}`,
    expected,
    actual: message,
  };
}

/** Whether so many deliveries of an event have reached an agent; any number but none where it is not given. */
export async function validateReceipt(agent: TestedAgent, event: EventType, times?: number): Promise<Verdict> {
  const log = await agent.deliveries();
  const count = log.filter((delivery) => delivery.event === event && delivery.status === 'delivered').length;
  const message = () =>
    `${agent.handle} has received ${event} ${count} times${times === undefined ? '' : `, not ${times}`}.`;
  return { pass: times === undefined ? count > 0 : count === times, message, expected: times ?? 'any', actual: count };
}
