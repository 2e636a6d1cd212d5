import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../contract/http.ts';
import type { Person } from '../contract/person.ts';

/** A message that was answered with 201. */
export interface Accepted {
  readonly conversation: string;
  readonly text: string;
  readonly seq: number;
  readonly messageId: string;
  readonly deliveryId: string;
  readonly at: number;
}

/**
 * A person who sends numbered messages in conversations until stopped. Each is resent with its key until it is
 * answered.
 */
export class Talker {
  readonly accepted: Accepted[] = [];
  /** Requests that broke or were answered with a 5xx, and were resent. */
  repeats = 0;
  /** Any other answers. There should be none. */
  readonly surprises: string[] = [];
  private stopping = false;
  private talking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly person: Person,
    private readonly conversations: readonly string[],
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.talking = Promise.all(this.conversations.map((conversation) => this.talk(conversation)));
  }

  /** Resolves when the last message of each conversation has been accepted. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.talking;
  }

  private async talk(conversation: string): Promise<void> {
    for (let number = 1; !this.stopping; number++) {
      const text = `${conversation} says ${number}`;
      const sent = await this.send(conversation, text);
      const { seq, messageId, deliveries } = sent;
      this.accepted.push({ conversation, text, seq, messageId, deliveryId: deliveries[0].deliveryId, at: Date.now() });
      await pause(this.pauseMs * (0.5 + Math.random()));
    }
  }

  private async send(conversation: string, text: string): Promise<Json> {
    for (;;) {
      const key = { 'idempotency-key': text };
      const answer = await this.person
        .post(`/v1/conversations/${conversation}/messages`, { text }, key)
        .catch(() => null);
      if (answer?.status === 201) return answer.body;
      if (answer !== null && answer.status < 500) this.surprises.push(`${answer.status} ${answer.text}`);
      this.repeats++;
      await pause(200);
    }
  }
}
