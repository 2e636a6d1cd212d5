import type {
  EditByAgentAnswer,
  Envelope,
  EventType,
  ProactiveAnswer,
  ReplyAnswer,
  SendableBlock,
  TaskUpdateAnswer,
  TaskUpdateBody,
} from '@parley/protocol';
import type { CallOptions, ReplyOptions, StreamOptions, TaskUpdateOptions } from './call-options.ts';
import { at, callerLine } from './caller-line.ts';
import type { AgentClient } from './client.ts';
import type { Clock } from './clock.ts';
import { showsForm, type Content } from './content.ts';
import { Delivered } from './delivered.ts';
import { watchCalls, type Handling } from './handling.ts';
import { noTask } from './no-task.ts';
import { withEdit, type SentMessage } from './sent-message.ts';
import type { StreamPiece } from './streaming/draft.ts';
import { streamReply } from './streaming/stream-reply.ts';

/** A draft is worth one try: the next one replaces it. */
const draftRetry = { retries: 0, timeoutMs: 10_000 };

/** What answering works with. */
export interface AnsweringParts {
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly handling: Handling;
}

/** A delivery with the ways to answer it. */
export class Answering<Event extends EventType = EventType> extends Delivered<Event> {
  /** Every call of the platform, for what the methods here do not cover. */
  readonly client: AgentClient;
  /**
   * Aborts when what comes of this is no longer wanted: the person has stopped the answer (heard within 5 seconds), its task is
   * cancelled, or a newer message took its place; and when it has timed out or the agent stops without waiting any longer. Pass it on to
   * slow work.
   */
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #handling: Handling;
  /** For what is sent after the calls of the handler are held back. */
  readonly #unwatched: AgentClient;

  constructor(envelope: Envelope<Event>, { client, clock, handling }: AnsweringParts) {
    super(envelope);
    this.client = client.watched(watchCalls(handling, client.watch));
    this.signal = handling.signal;
    this.#clock = clock;
    this.#handling = handling;
    this.#unwatched = client;
  }

  /**
   * Answers the delivery, at most 20 times within 7 days. It closes the draft where one is open. What it gives can be changed later:
   * `await sent.edit('…')`.
   *
   * @param content A text (markdown subset), a block or several blocks; see the block builders.
   * @param options `toAgentId` also calls another agent with the same blocks; `idempotencyKey` makes the reply happen once
   * even if the handler runs again.
   *
   * @example await ctx.reply([text('Which one?'), buttons(['Tea', 'Coffee'])]);
   */
  reply(content: Content, options: Omit<ReplyOptions, 'partial'> = {}): Promise<SentMessage<ReplyAnswer>> {
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
   * @example await ctx.stream(words, { send: (blocks) => ctx.updateTask('completed', { content: blocks }) });
   */
  stream(source: AsyncIterable<StreamPiece>, options?: CallOptions): Promise<SentMessage<ReplyAnswer>>;
  stream<Sent>(source: AsyncIterable<StreamPiece>, options: StreamOptions<Sent>): Promise<Sent>;
  stream(source: AsyncIterable<StreamPiece>, options: Partial<StreamOptions<unknown>> = {}): Promise<unknown> {
    const line = callerLine();
    const { draft } = this.#handling;
    draft.streams += 1;
    const sent = streamReply(source, {
      sendPartial: (blocks) => this.#partial(blocks, {}),
      sendFinal: (blocks) => this.#sendWhole(blocks, options),
      clock: this.#clock,
      signal: this.signal,
      closeEarly: (blocks) => this.#closeEarly(blocks),
    });
    const noted = sent
      .catch((error: unknown) => {
        this.#handling.brokenStream = { error };
        throw at(error, line);
      })
      .finally(() => (draft.streams -= 1));
    return this.#handling.turn.calls.watch(noted, { mayOutlive: true });
  }

  /**
   * Moves the task that this delivery is about. The answer's `applied` is false where it already had that status.
   *
   * @throws TypeError where the delivery is about none. Keep the delivery id of the `task.assigned` to move a task later:
   * `ctx.client.updateTask(deliveryId, status)`.
   */
  updateTask(status: TaskUpdateBody['status'], options: TaskUpdateOptions = {}): Promise<TaskUpdateAnswer> {
    if (this.envelope.task_id === null) return this.#watch(Promise.reject(noTask(this.event)));
    if (options.content !== undefined) this.#noteForm(options.content);
    return this.#watch(this.client.updateTask(this.deliveryId, status, options));
  }

  /** Sends a message to this conversation that answers no delivery. The person must have granted `proactive.message`. */
  sendProactive(content: Content, options: CallOptions = {}): Promise<SentMessage<ProactiveAnswer>> {
    this.#noteForm(content);
    const sent = this.client.sendProactive(this.conversationId, content, options);
    return this.#watch(sent.then((answer) => this.#editable(answer)));
  }

  /**
   * Replaces the blocks of a final message of this agent by its id, such as one that `ctx.store` keeps from an earlier delivery, for 7 days
   * and at most 20 times. It does what `edit` of a sent message does, and throws the same.
   *
   * @param messageId The `message_id` that the reply was answered with.
   *
   * @example
   * const { message_id } = await ctx.reply('0 of 3 are done.');
   * await ctx.store.set('status', message_id);
   * // Later, in the handler of another delivery:
   * await ctx.edit((await ctx.store.get('status')) ?? '', '3 of 3 are done.');
   */
  edit(messageId: string, content: Content, options: CallOptions = {}): Promise<EditByAgentAnswer> {
    this.#noteForm(content);
    return this.#watch(this.client.editMessage(messageId, content, options));
  }

  #editable<Answer extends { readonly message_id: string }>(answer: Answer): SentMessage<Answer> {
    return withEdit(answer, (messageId, content, options) => this.edit(messageId, content, options));
  }

  #watch<T>(call: Promise<T>): Promise<T> {
    return this.#handling.turn.calls.watch(call);
  }

  async #reply(content: Content, options: Omit<ReplyOptions, 'partial'>): Promise<SentMessage<ReplyAnswer>> {
    this.#noteForm(content);
    const answer = await this.client.reply(this.deliveryId, content, options);
    this.#handling.brokenStream = null;
    return this.#editable(answer);
  }

  async #sendWhole(blocks: SendableBlock[], { send, ...options }: Partial<StreamOptions<unknown>>): Promise<unknown> {
    if (send === undefined) return this.#reply(blocks, options);
    const sent = await send(blocks);
    this.#handling.brokenStream = null;
    this.#handling.draft.closedBy(Promise.resolve());
    return sent;
  }

  /** A draft whose end the platform does not know of stays as it stands; what ends otherwise, the platform closes or is told to. */
  async #closeEarly(blocks: SendableBlock[]): Promise<void> {
    if (!this.#handling.isHeldBack) return;
    const { draft } = this.#handling;
    const send = (whole: SendableBlock[]) => this.#unwatched.reply(this.deliveryId, whole);
    await draft.close((shown) => send(blocks.length > 0 ? blocks : shown));
  }

  #partial(content: Content, options: CallOptions): Promise<ReplyAnswer> {
    this.#noteForm(content);
    const sent = this.client.reply(this.deliveryId, content, { retry: draftRetry, ...options, partial: true });
    this.#handling.draft.shows(content, sent);
    return sent;
  }

  #noteForm(content: Content): void {
    if (showsForm(content)) this.#handling.hasSentForm = true;
  }
}
