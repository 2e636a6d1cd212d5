import type {
  AgentId,
  ConversationId,
  DeliveryId,
  Envelope,
  EnvelopeMessage,
  EventType,
  InvokeToolAnswer,
  ProactiveAnswer,
  ReplyAnswer,
  TaskUpdateAnswer,
  TaskUpdateBody,
} from '@parley/protocol';
import type { AgentClient, CallOptions, ReplyOptions, TaskUpdateOptions, ToolCall } from './client.ts';
import type { Clock } from './clock.ts';
import type { Content } from './content.ts';
import type { StreamPiece } from './streaming/draft.ts';
import { streamReply } from './streaming/stream-reply.ts';

/** A draft is worth one try: the next one replaces it. */
const draftRetry = { retries: 0, timeoutMs: 10_000 };

/** What a context works with. */
export interface ContextParts {
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly traceparent?: string | null;
  /** Aborts when the agent stops without waiting any longer. */
  readonly signal: AbortSignal;
}

/**
 * One delivery and what can be done about it. Every handler gets one; its type says which event it is, so that
 * `ctx.envelope.form_submission` is there in a handler of `form.submitted` and nowhere else.
 */
export class Context<Event extends EventType = EventType> {
  /** The delivery as the platform sent it, in the casing of the wire. */
  readonly envelope: Envelope<Event>;
  /** Every call of the platform, for what the methods here do not cover. */
  readonly client: AgentClient;
  /** Aborts when the agent stops without waiting any longer; pass it on to slow work. */
  readonly signal: AbortSignal;
  /**
   * Where the delivery stands in a trace, as W3C Trace Context writes it; null over the relay and where nobody traces. Calls of this
   * context continue that trace by themselves.
   */
  readonly traceparent: string | null;
  /** What `hears` matched: the regular expression's result, or null. */
  match: RegExpMatchArray | null = null;
  /** A place for middleware to leave values for the handlers after it. */
  readonly state: Record<string, unknown> = {};
  readonly #clock: Clock;

  constructor(envelope: Envelope<Event>, { client, clock, signal, traceparent = null }: ContextParts) {
    this.envelope = envelope;
    this.client = client;
    this.signal = signal;
    this.traceparent = traceparent;
    this.#clock = clock;
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
    return 'messages' in this.envelope ? this.envelope.messages : [];
  }

  /** The text of the last message, or an empty string. A pressed button arrives here as its payload. */
  get text(): string {
    return this.messages.at(-1)?.text ?? '';
  }

  /** Whether this is a delivery of one of these events; narrows the type. */
  is<Wanted extends EventType>(...events: readonly Wanted[]): this is Context<Wanted> {
    return (events as readonly string[]).includes(this.envelope.event);
  }

  /**
   * Answers the delivery, at most 20 times within 7 days. It closes the draft where one is open.
   *
   * @param content A text (markdown subset), a block or several blocks; see the block builders.
   * @param options `toAgentId` also calls another agent with the same blocks; `idempotencyKey` makes the reply happen once
   * even if the handler runs again.
   *
   * @example await ctx.reply([text('Which one?'), buttons(['Tea', 'Coffee'])]);
   */
  reply(content: Content, options: Omit<ReplyOptions, 'partial'> = {}): Promise<ReplyAnswer> {
    return this.client.reply(this.deliveryId, content, options);
  }

  /** Shows a draft, which the next partial replaces and the next reply closes. A draft left open is dropped after 10 minutes. */
  partial(content: Content, options: CallOptions = {}): Promise<ReplyAnswer> {
    return this.client.reply(this.deliveryId, content, { retry: draftRetry, ...options, partial: true });
  }

  /**
   * Shows the reply while it is being made, at most 8 drafts a second, and sends the whole at the end. Text pieces run
   * together; blocks stand on their own. Charts and needs_human blocks appear with the final reply, intents only before it.
   * If the source throws, the draft stays open until the next `ctx.reply`, and `stream` throws the same.
   *
   * @example
   * await ctx.stream(async function* () {
   *   for await (const chunk of model.ask(ctx.text)) yield chunk.text;
   * }());
   */
  stream(source: AsyncIterable<StreamPiece>, options: CallOptions = {}): Promise<ReplyAnswer> {
    return streamReply(source, {
      sendPartial: (blocks) => this.partial(blocks),
      sendFinal: (blocks) => this.reply(blocks, options),
      clock: this.#clock,
    });
  }

  /** Moves the task that this delivery is about. The answer's `applied` is false where it already had that status. */
  updateTask(status: TaskUpdateBody['status'], options: TaskUpdateOptions = {}): Promise<TaskUpdateAnswer> {
    return this.client.updateTask(this.deliveryId, status, options);
  }

  /** Asks the platform to act with a tool on behalf of this person. The result follows as a `tool.result` delivery. */
  invokeTool(call: ToolCall, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.client.invokeTool(this.deliveryId, call, options);
  }

  /** Sends a message to this conversation that answers no delivery. The person must have granted `proactive.message`. */
  sendProactive(content: Content, options: CallOptions = {}): Promise<ProactiveAnswer> {
    return this.client.sendProactive(this.conversationId, content, options);
  }
}
