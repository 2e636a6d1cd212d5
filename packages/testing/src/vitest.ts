import type { EventType, Message } from '@parley/protocol';
import { expect, vi } from 'vitest';
import type { TestedAgent } from './agents/tested-agent.ts';
import { validateMessage, validateQuestion, validateReceipt, validateSight } from './matchers.ts';
import type { Expectation } from './people/expectation.ts';
import type { Person } from './people/person.ts';
import type { Where } from './people/room.ts';
import type { WaitOptions } from './time/patience.ts';

/** What `expect` can say of a world, once `@parley/testing/vitest` is imported. */
export interface ParleyMatchers {
  /**
   * A person sees a message that shows this. It is waited for; with `not`, it is looked for once all is quiet.
   *
   * @example await expect(ada).toSee({ type: 'table' });
   */
  toSee(expected: Expectation, options?: Where & WaitOptions): Promise<void>;
  /**
   * Something that says this waits for a person's decision. It is waited for; with `not`, it is looked for once all is quiet.
   *
   * @example await expect(ada).not.toBeAsked('Pay 3 coins');
   */
  toBeAsked(action?: string | RegExp, options?: WaitOptions): Promise<void>;
  /**
   * A message shows this.
   *
   * @example expect(message).toShow(/^You said/);
   */
  toShow(expected: Expectation): void;
  /**
   * So many deliveries of an event have reached an agent; at least one where no number is given.
   *
   * @example await expect(clerk).toHaveReceived('approval.resolved', 1);
   */
  toHaveReceived(event: EventType, times?: number): Promise<void>;
}

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- as vitest declares it
  interface Matchers<T = any> extends ParleyMatchers {}
}

/** What waits in vain says what was there after 10 seconds, which a test of vitest's usual 5 would not live to hear. */
const [testMs, hookMs] = [30_000, 60_000];
const { config } =
  (globalThis as { readonly __vitest_worker__?: { readonly config?: Timeouts } }).__vitest_worker__ ?? {};
vi.setConfig({
  testTimeout: Math.max(testMs, config?.testTimeout ?? 0),
  hookTimeout: Math.max(hookMs, config?.hookTimeout ?? 0),
});

interface Timeouts {
  readonly testTimeout?: number;
  readonly hookTimeout?: number;
}

expect.extend({
  toSee(person: Person, expected: Expectation, options: Where & WaitOptions = {}) {
    return validateSight(person, expected, { ...options, isNot: this.isNot });
  },
  toBeAsked(person: Person, action: string | RegExp = '', options: WaitOptions = {}) {
    return validateQuestion(person, action, { ...options, isNot: this.isNot });
  },
  toShow(message: Message, expected: Expectation) {
    return validateMessage(message, expected);
  },
  toHaveReceived(agent: TestedAgent, event: EventType, times?: number) {
    return validateReceipt(agent, event, times);
  },
});
