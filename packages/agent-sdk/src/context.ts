import type {
  AgentTool,
  DecisionRequestArguments,
  Envelope,
  EventType,
  HistoryEntry,
  InvokeToolAnswer,
  ProactiveAnswer,
  ReplyAnswer,
  SendableBlock,
  TaskUpdateAnswer,
  TaskUpdateBody,
} from '@parley/protocol';
import { at, callerLine } from './caller-line.ts';
import { decisionCall } from './client.ts';
import type { CallOptions, ReplyOptions, TaskUpdateOptions, ToolCall } from './call-options.ts';
import type { AgentClient } from './client.ts';
import type { Clock } from './clock.ts';
import { showsForm, type Content } from './content.ts';
import { Delivered } from './delivered.ts';
import { mentions } from './envelope-text.ts';
import { watchCalls, type Handling } from './handling.ts';
import { noTask } from './no-task.ts';
import { readBack } from './history.ts';
import type { ToolArguments, ToolContent, ToolName } from './known-tools.ts';
import type { FunctionTool, ModelTool, ToolsOptions } from './model-tools.ts';
import { toFunctionTool, toModelTools } from './model-tools.ts';
import type { DecisionRequest, InvokeOptions } from './results/invoke-options.ts';
import { toolCall } from './results/invoke-options.ts';
import type { Decision, InvocationResult, KnownResult } from './results/outcome.ts';
import { decisionOf } from './results/outcome.ts';
import type { ResultDesk } from './results/result-desk.ts';
import { waitForResult } from './results/wait-for-result.ts';
import type { StreamPiece } from './streaming/draft.ts';
import { streamReply } from './streaming/stream-reply.ts';

/** A draft is worth one try: the next one replaces it. */
const draftRetry = { retries: 0, timeoutMs: 10_000 };

/** A context of whatever event and state. */
export type AnyContext = Context<EventType, object>;

/** What a context works with. */
export interface ContextParts {
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly traceparent?: string | null;
  readonly handling: Handling;
  readonly desk: ResultDesk;
  /** The tools that the agent may ask for; asked once for a while. */
  readonly listTools: () => Promise<readonly AgentTool[]>;
  /** The agent's handle, where it was told. */
  readonly handle: string | null;
  readonly result?: KnownResult | null;
}

/**
 * One delivery and what can be done about it. Every handler gets one; its type says which event it is, so that
 * `ctx.envelope.form_submission` is there in a handler of `form.submitted` and nowhere else.
 */
export class Context<
  Event extends EventType = EventType,
  State extends object = Record<string, unknown>,
> extends Delivered<Event> {
  /** Every call of the platform, for what the methods here do not cover. */
  readonly client: AgentClient;
  /**
   * Aborts when what comes of this is no longer wanted: the person has stopped the answer (heard within 5 seconds), its task is
   * cancelled, or a newer message took its place; and when it has timed out or the agent stops without waiting any longer. Pass it on to
   * slow work.
   */
  readonly signal: AbortSignal;
  /**
   * Where the delivery stands in a trace, as W3C Trace Context writes it; null over the relay and where nobody traces. Calls of this
   * context continue that trace by themselves.
   */
  readonly traceparent: string | null;
  /** What `hears` matched: the regular expression's result, or null. */
  match: RegExpMatchArray | null = null;
  /** A place for middleware to leave values for the handlers after it. `new Agent<{ account: Account }>` types it. */
  readonly state = {} as State;
  /** For `agent.onResult`: the result of an invocation that has a `kind` and that no promise waits for. */
  readonly result: KnownResult | null;
  readonly #parts: ContextParts;
  readonly #handling: Handling;
  #granted: Promise<readonly string[]> | null = null;

  constructor(envelope: Envelope<Event>, parts: ContextParts) {
    super(envelope);
    const { client, handling, traceparent = null, result = null } = parts;
    this.client = client.watched(watchCalls(handling, client.watch));
    this.signal = handling.signal;
    this.traceparent = traceparent;
    this.result = result;
    this.#parts = parts;
    this.#handling = handling;
  }

  /** Whether the last message names this agent as `@handle`. The agent has to be told its `handle`. */
  get mentioned(): boolean {
    const { handle } = this.#parts;
    if (handle !== null) return mentions(this.text, handle);
    throw new TypeError(
      "ctx.mentioned needs the agent's handle: new Agent({ …, handle: 'my-agent' }), or PARLEY_AGENT_HANDLE for Agent.fromEnv.",
    );
  }

  /** The scopes that the person of this delivery grants, asked when first needed: `(await ctx.granted).includes('history.read')`. */
  get granted(): Promise<readonly string[]> {
    this.#granted ??= this.client.checkDelivery(this.deliveryId).then(({ granted_scopes }) => granted_scopes);
    return this.#watch(this.#granted);
  }

  /** Whether this is a delivery of one of these events; narrows the type. */
  is<Wanted extends EventType>(...events: readonly Wanted[]): this is Context<Wanted, State> {
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
    const line = callerLine();
    const { draft } = this.#handling;
    draft.streams += 1;
    const sent = streamReply(source, {
      sendPartial: (blocks) => this.#partial(blocks, {}),
      sendFinal: (blocks) => this.#reply(blocks, options),
      clock: this.#parts.clock,
      signal: this.signal,
      closeEarly: (blocks) => this.#closeEarly(blocks),
    });
    const noted = sent
      .catch((error: unknown) => {
        this.#handling.brokenStream = { error };
        throw at(error, line);
      })
      .finally(() => (draft.streams -= 1));
    return this.#handling.calls.watch(noted, { mayOutlive: true });
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

  /** Asks the platform to act with a tool on behalf of this person. The result follows as a `tool.result` delivery. */
  invokeTool(call: ToolCall, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.#watch(this.#invoke(call, options));
  }

  /**
   * Asks the platform to act with a tool on behalf of this person, and waits for the result: where they have to approve it, until they
   * did (24 hours at most). The promise ends with the process, and when `ctx.signal` aborts; give the call a `kind`, and
   * `agent.onResult` goes on.
   *
   * @param tool Its name, or the one that `ctx.tools` gave a model.
   *
   * @example const { content } = await ctx.invoke('clock.now');
   */
  invoke<Name extends ToolName>(
    tool: Name,
    args: ToolArguments<Name> = {} as ToolArguments<Name>,
    options: InvokeOptions = {},
  ): Promise<InvocationResult<ToolContent<Name>>> {
    const result = this.#run(() => toolCall(tool, args, this.#parts.listTools), options);
    return result as Promise<InvocationResult<ToolContent<Name>>>;
  }

  /**
   * Has this person decide on an action of the agent's own, and waits until they did: 24 hours at most. Act on the `arguments` of the
   * answer: they are exactly what was shown. They must have granted `decision.request`. The promise ends with the process, and when
   * `ctx.signal` aborts; with a `kind`, `agent.onResult` then goes on.
   *
   * @example
   * const { approved, arguments: bound } = await ctx.decide({ kind: 'delete', action: 'Delete 3 files', arguments: { paths } });
   * if (approved) await remove(bound.paths);
   */
  decide<Arguments>(request: DecisionRequest<Arguments>, options: InvokeOptions = {}): Promise<Decision<Arguments>> {
    const { kind, data, ...decision } = request;
    const named = { ...(kind === undefined ? {} : { kind }), ...(data === undefined ? {} : { data }), ...options };
    const call = () => Promise.resolve(decisionCall(decision));
    return this.#run(call, named, decisionOf) as Promise<Decision<Arguments>>;
  }

  /** The same without waiting: the decision comes as a `tool.result`, whose content is `{approved: true, arguments}`. */
  requestDecision(decision: DecisionRequestArguments, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.invokeTool(decisionCall(decision), options);
  }

  /**
   * The tools that this person grants, in the form that models want: `{name, description, input_schema}`, or with `as: 'openai'` as
   * functions. What a model then names goes to `ctx.invoke`.
   */
  tools(options: ToolsOptions & { readonly as: 'openai' }): Promise<readonly FunctionTool[]>;
  tools(options?: ToolsOptions): Promise<readonly ModelTool[]>;
  tools(options: ToolsOptions & { readonly as?: 'openai' } = {}): Promise<readonly (ModelTool | FunctionTool)[]> {
    const tools = Promise.all([this.#parts.listTools(), this.granted]).then(([items, granted]) => {
      const all = toModelTools(items, granted, options);
      return options.as === 'openai' ? all.map(toFunctionTool) : all;
    });
    return this.#watch(tools);
  }

  /**
   * The last messages of this conversation, oldest first: 50 where `limit` does not say otherwise. A person's messages are there where
   * they granted `history.read`.
   */
  history(options: { readonly limit?: number; readonly before?: number } = {}): Promise<readonly HistoryEntry[]> {
    return this.#watch(readBack(this.client, this.conversationId, options));
  }

  /** Sends a message to this conversation that answers no delivery. The person must have granted `proactive.message`. */
  sendProactive(content: Content, options: CallOptions = {}): Promise<ProactiveAnswer> {
    this.#noteForm(content);
    return this.#watch(this.client.sendProactive(this.conversationId, content, options));
  }

  #watch<T>(call: Promise<T>): Promise<T> {
    return this.#handling.calls.watch(call);
  }

  #run<Result = InvocationResult>(
    toCall: () => Promise<ToolCall>,
    options: InvokeOptions,
    read = (result: InvocationResult) => result as Result,
  ): Promise<Result> {
    const invoke = (call: ToolCall, others: CallOptions) => this.#invoke(call, others);
    return waitForResult({ ...this.#parts, invoke, toCall, read }, options);
  }

  async #reply(content: Content, options: Omit<ReplyOptions, 'partial'>): Promise<ReplyAnswer> {
    this.#noteForm(content);
    const answer = await this.client.reply(this.deliveryId, content, options);
    this.#handling.brokenStream = null;
    this.#handling.draft.isClosed();
    return answer;
  }

  /** A draft that a newer message ends stays as it stands; what ends otherwise, the platform closes by itself or is told to. */
  async #closeEarly(blocks: SendableBlock[]): Promise<void> {
    if (this.#handling.unwanted !== 'superseded') return;
    const { draft } = this.#handling;
    const send = (whole: SendableBlock[]) => this.#parts.client.reply(this.deliveryId, whole);
    await draft.close((shown) => send(blocks.length > 0 ? blocks : shown));
  }

  #partial(content: Content, options: CallOptions): Promise<ReplyAnswer> {
    this.#noteForm(content);
    const sent = this.client.reply(this.deliveryId, content, { retry: draftRetry, ...options, partial: true });
    this.#handling.draft.shows(content, sent);
    return sent;
  }

  async #invoke(call: ToolCall, options: CallOptions): Promise<InvokeToolAnswer> {
    const answer = await this.client.invokeTool(this.deliveryId, call, options);
    if (answer.outcome === 'pending_approval') this.#handling.pendingInvocations.add(answer.invocation_id);
    return answer;
  }

  #noteForm(content: Content): void {
    if (showsForm(content)) this.#handling.hasSentForm = true;
  }
}
