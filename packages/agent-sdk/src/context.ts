import type {
  AgentId,
  ConversationId,
  DecisionRequestArguments,
  DeliveryId,
  Envelope,
  EnvelopeMessage,
  EventType,
  InvokeToolAnswer,
  ProactiveAnswer,
  ReplyAnswer,
  SendableBlock,
  TaskUpdateAnswer,
  TaskUpdateBody,
} from '@parley/protocol';
import { decisionCall } from './client.ts';
import type { AgentClient, CallOptions, ReplyOptions, TaskUpdateOptions, ToolCall } from './client.ts';
import type { Clock } from './clock.ts';
import type { Content } from './content.ts';
import type { Handling } from './handling.ts';
import type { StreamPiece } from './streaming/draft.ts';
import { streamReply } from './streaming/stream-reply.ts';

/** A draft is worth one try: the next one replaces it. */
const draftRetry = { retries: 0, timeoutMs: 10_000 };

/** What a context works with. */
export interface ContextParts {
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly traceparent?: string | null;
  readonly handling: Handling;
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
  /** Aborts when the task of this delivery is cancelled, and when the agent stops without waiting any longer; pass it on to slow work. */
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
  readonly #handling: Handling;

  constructor(envelope: Envelope<Event>, { client, clock, handling, traceparent = null }: ContextParts) {
    this.envelope = envelope;
    this.client = client;
    this.signal = handling.signal;
    this.traceparent = traceparent;
    this.#clock = clock;
    this.#handling = handling;
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
    return this.#watch(this.#reply(content, options));
  }

  /** Shows a draft, which the next partial replaces and the next reply closes. A draft left open is dropped after 10 minutes. */
  partial(content: Content, options: CallOptions = {}): Promise<ReplyAnswer> {
    return this.#watch(this.#partial(content, options));
  }

  /**
   * Shows the reply while it is being made, at most 8 drafts a second, and sends the whole at the end. Text pieces run
   * together; blocks stand on their own. Charts and needs_human blocks appear with the final reply, intents only before it.
   * If the source throws, `stream` throws the same. Where no `ctx.reply` follows before the handler ends, the draft is then closed
   * as it stands and the person is told that the agent could not answer.
   *
   * @example
   * await ctx.stream(async function* () {
   *   for await (const chunk of model.ask(ctx.text)) yield chunk.text;
   * }());
   */
  stream(source: AsyncIterable<StreamPiece>, options: CallOptions = {}): Promise<ReplyAnswer> {
    const sent = streamReply(source, {
      sendPartial: (blocks) => this.#partial(blocks, {}),
      sendFinal: (blocks) => this.#reply(blocks, options),
      clock: this.#clock,
    });
    const noted = sent.catch((error: unknown) => {
      this.#handling.brokenStream = { error };
      throw error;
    });
    return this.#handling.calls.watch(noted, { mayOutlive: true });
  }

  /** Moves the task that this delivery is about. The answer's `applied` is false where it already had that status. */
  updateTask(status: TaskUpdateBody['status'], options: TaskUpdateOptions = {}): Promise<TaskUpdateAnswer> {
    if (options.content !== undefined) this.#noteForm(options.content);
    return this.#watch(this.client.updateTask(this.deliveryId, status, options));
  }

  /** Asks the platform to act with a tool on behalf of this person. The result follows as a `tool.result` delivery. */
  invokeTool(call: ToolCall, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.#watch(this.#invoke(call, options));
  }

  /**
   * Has this person decide on an action of the agent's own. Nothing runs; once they approve, the `tool.result` has the content
   * `{approved: true, arguments}` with the arguments as they were bound. They must have granted `decision.request`.
   *
   * @example await ctx.requestDecision({ action: 'Delete 3 files', arguments: { paths } });
   */
  requestDecision(decision: DecisionRequestArguments, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.invokeTool(decisionCall(decision), options);
  }

  /** Sends a message to this conversation that answers no delivery. The person must have granted `proactive.message`. */
  sendProactive(content: Content, options: CallOptions = {}): Promise<ProactiveAnswer> {
    this.#noteForm(content);
    return this.#watch(this.client.sendProactive(this.conversationId, content, options));
  }

  #watch<T>(call: Promise<T>): Promise<T> {
    return this.#handling.calls.watch(call);
  }

  async #reply(content: Content, options: Omit<ReplyOptions, 'partial'>): Promise<ReplyAnswer> {
    this.#noteForm(content);
    const answer = await this.client.reply(this.deliveryId, content, options);
    this.#handling.brokenStream = null;
    return answer;
  }

  #partial(content: Content, options: CallOptions): Promise<ReplyAnswer> {
    this.#noteForm(content);
    return this.client.reply(this.deliveryId, content, { retry: draftRetry, ...options, partial: true });
  }

  async #invoke(call: ToolCall, options: CallOptions): Promise<InvokeToolAnswer> {
    const answer = await this.client.invokeTool(this.deliveryId, call, options);
    if (answer.outcome === 'pending_approval') this.#handling.pendingInvocations.add(answer.invocation_id);
    return answer;
  }

  #noteForm(content: Content): void {
    if (typeof content === 'string') return;
    const blocks = Array.isArray(content) ? (content as readonly SendableBlock[]) : [content as SendableBlock];
    if (blocks.some(({ type }) => type === 'form')) this.#handling.hasSentForm = true;
  }
}
