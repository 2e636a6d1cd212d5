import type { DeliveryId, Envelope, SendableBlock } from '@parley/protocol';
import { Beginnings } from '../beginnings.ts';
import { unlessAborted } from '../unless-aborted.ts';

/** How many calls are remembered, so that late answers to them reach no handler. */
const rememberedCalls = 10_000;

type Answer = readonly SendableBlock[];

/** Brings the answers of other agents to the handlers that called them. It keeps nothing over a restart. */
export class OpenCalls {
  readonly #waiters = new Map<DeliveryId, (answer: Answer) => void>();
  readonly #made = new Set<DeliveryId>();
  readonly #beginnings = new Beginnings();

  /**
   * Makes a call and waits for its answer.
   *
   * @param call Asks the platform and gives the call's delivery id; its rejection is the rejection of this.
   * @param signal Ends the waiting. A later answer is dropped.
   */
  async run(call: () => Promise<DeliveryId>, conversationId: string, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const begun = call().then((id) => ({ id, answer: this.#expect(id) }));
    const { id, answer } = await this.#beginnings.hold(conversationId, begun);
    try {
      return await unlessAborted(answer, signal);
    } finally {
      this.#waiters.delete(id);
    }
  }

  /** Whether a delivery is or may be an answer to a call made here, so that it must not wait for the handler that called. */
  mayTake(envelope: Envelope): boolean {
    const callId = calledBy(envelope);
    return callId !== null && (this.#made.has(callId) || this.#beginnings.has(envelope.conversation_id));
  }

  /** Takes the answer to a call made here. Returns false for any other delivery. A second or late answer is dropped. */
  async take(envelope: Envelope<'agent.call'>): Promise<boolean> {
    const callId = calledBy(envelope);
    if (callId === null) return false;
    if (!this.#made.has(callId)) await this.#beginnings.settled(envelope.conversation_id);
    if (!this.#made.has(callId)) return false;
    const { blocks } = envelope.agent_call;
    this.#waiters.get(callId)?.(blocks as readonly unknown[] as Answer);
    return true;
  }

  #expect(id: DeliveryId): Promise<Answer> {
    this.#made.add(id);
    const [oldest] = this.#made;
    if (oldest && this.#made.size > rememberedCalls) this.#made.delete(oldest);
    return new Promise((resolve) => this.#waiters.set(id, resolve));
  }
}

function calledBy(envelope: Envelope): DeliveryId | null {
  return envelope.event === 'agent.call' ? (envelope.agent_call.in_answer_to ?? null) : null;
}
