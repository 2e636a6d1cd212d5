import type {
  AgentId,
  ConversationId,
  DeliveryId,
  Envelope,
  EnvelopeMessage,
  EventType,
  ReadBlock,
} from '@parley/protocol';
import { messagesOf } from './envelope-text.ts';

/** What a delivery says. */
export class Delivered<Event extends EventType = EventType> {
  /** The delivery as the platform sent it, in the casing of the wire. */
  readonly envelope: Envelope<Event>;

  constructor(envelope: Envelope<Event>) {
    this.envelope = envelope;
  }

  get event(): Event {
    return this.envelope.event as Event;
  }

  /** Names this delivery; replies and task updates are authorized by it. */
  get deliveryId(): DeliveryId {
    return this.envelope.delivery_id;
  }

  get conversationId(): ConversationId {
    return this.envelope.conversation_id;
  }

  /** This agent. */
  get agentId(): AgentId {
    return this.envelope.agent_id;
  }

  /** The person on whose behalf the delivery came. `locale` is a language tag, `timezone` an IANA name. */
  get user(): Envelope['user'] {
    return this.envelope.user;
  }

  /** The messages that came with the event, oldest first; empty for an event that carries none. */
  get messages(): readonly EnvelopeMessage[] {
    return messagesOf(this.envelope);
  }

  /** The text of the last message, or an empty string. A pressed button arrives here as its payload. */
  get text(): string {
    return this.messages.at(-1)?.text ?? '';
  }

  /** The blocks that came with the event: of a person's attachment, of a task, or of the agent that called. */
  get blocks(): readonly ReadBlock[] {
    const envelope: Envelope = this.envelope;
    const loose =
      envelope.event === 'agent.call'
        ? envelope.agent_call.blocks
        : this.messages.flatMap(({ blocks }) => blocks ?? []);
    return loose as readonly unknown[] as readonly ReadBlock[];
  }
}
