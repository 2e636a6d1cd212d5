import type { Envelope, TraceHeaders } from '@parley/protocol';
import type { HandlerOptions } from './handler-options.ts';
import { Handling } from './handling.ts';

/** How many ended handlers are still told that their work is no longer wanted. */
const rememberedEnds = 1000;

/** Every delivery that waits for its handlers or is with them. */
export class Handlings {
  readonly #open = new Set<Handling>();
  /** Work that a handler left running continues after it and still checks its signal. */
  readonly #ended = new Set<Handling>();

  /** Notes a delivery. A cancelled task aborts current and later work on it at once. */
  add(envelope: Envelope, options: HandlerOptions = {}, trace: TraceHeaders | null = null): Handling {
    if (envelope.event === 'task.cancelled') this.#cancelTask(envelope.task_id);
    const handling = new Handling(envelope, options, trace);
    if (isReplaceable(handling)) this.#supersedeOlder(envelope);
    this.#open.add(handling);
    if (isSteer(handling)) for (const one of this.#open) one.turn.wake();
    return handling;
  }

  /**
   * The oldest message that waits for its turn and that a running handler may take into its own: of the same conversation, and of the
   * same person, on whose behalf the turn acts.
   */
  nextSteer({ envelope: { conversation_id, user } }: Handling): Handling | null {
    for (const one of this.#open) {
      const { envelope } = one;
      const isMeant = envelope.conversation_id === conversation_id && envelope.user.id === user.id;
      if (isMeant && isSteer(one) && !one.isRunning && !one.signal.aborted) return one;
    }
    return null;
  }

  end(handling: Handling): void {
    this.#open.delete(handling);
    this.#ended.add(handling);
    const [oldest] = this.#ended;
    if (oldest && this.#ended.size > rememberedEnds) this.#ended.delete(oldest);
  }

  /** Whether a delivery is for a handler that still runs, so that it must not wait for that handler to end. */
  isAwaited(envelope: Envelope): boolean {
    switch (envelope.event) {
      case 'task.cancelled':
      case 'tool.result':
        return true;
      case 'form.submitted':
        return this.#isRunning(envelope, ({ hasSentForm }) => hasSentForm);
      case 'approval.resolved':
        return this.#isRunning(envelope, (one) => one.pendingInvocations.has(envelope.approval.invocation_id));
      case 'message.created':
      case 'task.assigned':
      case 'tick.scheduled':
      case 'member.joined':
      case 'agent.call':
        return false;
    }
  }

  /** Aborts the signal of every handler. */
  stop(): void {
    for (const handling of [...this.#open, ...this.#ended]) handling.turn.stop();
  }

  #cancelTask(taskId: string): void {
    for (const handling of [...this.#open, ...this.#ended]) {
      if (handling.envelope.task_id === taskId) handling.end('cancelled');
    }
  }

  #supersedeOlder({ conversation_id, event }: Envelope): void {
    for (const handling of [...this.#open, ...this.#ended]) {
      const { envelope } = handling;
      const isOlder = envelope.conversation_id === conversation_id && envelope.event === event;
      if (isOlder && isReplaceable(handling)) handling.end('superseded');
    }
  }

  #isRunning({ conversation_id }: Envelope, isMeant: (handling: Handling) => boolean): boolean {
    return [...this.#open].some(
      (handling) => handling.isRunning && handling.envelope.conversation_id === conversation_id && isMeant(handling),
    );
  }
}

/** Only what a newer one of its kind makes pointless gives way to it: a form or a task is not answered by another. */
function isReplaceable({ envelope: { event }, options: { overlap } }: Handling): boolean {
  return overlap === 'latest' && (event === 'message.created' || event === 'tick.scheduled');
}

function isSteer({ envelope: { event }, options: { overlap } }: Handling): boolean {
  return overlap === 'steer' && event === 'message.created';
}
