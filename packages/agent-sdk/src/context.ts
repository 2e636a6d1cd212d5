import type {
  AgentTool,
  ApprovalReceipt,
  DecisionRequestArguments,
  Envelope,
  EventType,
  HistoryEntry,
  InvokeToolAnswer,
  PlanScheduleAnswer,
  SendableBlock,
} from '@parley/protocol';
import { Answering, type AnsweringParts } from './answering.ts';
import { decisionCall } from './client.ts';
import type { AgentCallOptions, CallOptions, Plan, ToolCall } from './call-options.ts';
import type { OpenCalls } from './calls/open-calls.ts';
import { circularCall, waitingCaller } from './calls/circles.ts';
import { waitForAnswer } from './calls/wait-for-answer.ts';
import type { Content } from './content.ts';
import { mentions } from './envelope-text.ts';
import type { Handling } from './handling.ts';
import { readBack } from './history.ts';
import type { ToolArguments, ToolContent, ToolName } from './known-tools.ts';
import type { FunctionTool, ModelTool, ToolsOptions } from './model-tools.ts';
import { toFunctionTool, toModelTools } from './model-tools.ts';
import type { DecisionRequest, InvokeOptions } from './results/invoke-options.ts';
import { decisionArguments, toolCall } from './results/invoke-options.ts';
import type { Decision, InvocationResult, KnownResult } from './results/outcome.ts';
import { decisionOf } from './results/outcome.ts';
import type { OpenResults } from './results/open-results.ts';
import { waitForResult } from './results/wait-for-result.ts';
import type { SteersOptions } from './steers.ts';
import { ConversationStore, type StoreParts } from './store/store.ts';

/** A context of any event and state. */
export type AnyContext = Context<EventType, object>;

/** What a context works with. */
export interface ContextParts extends AnsweringParts {
  readonly traceparent?: string | null;
  readonly desk: OpenResults;
  readonly calls: OpenCalls;
  readonly store: StoreParts;
  /** The tools that the agent may ask for; asked once for a while. */
  readonly listTools: () => Promise<readonly AgentTool[]>;
  /** The agent's handle, where it was told. */
  readonly handle: string | null;
  readonly result?: KnownResult | null;
  /** What middleware left for a handler that has taken this message. */
  readonly state?: object;
  /** Takes newer messages into the turn. */
  readonly takeSteers: (options: SteersOptions, state: object) => AsyncGenerator<AnyContext, void>;
}

/**
 * One delivery and what can be done about it. Every handler gets one; its type says which event it is, so that
 * `ctx.envelope.form_submission` is there in a handler of `form.submitted` and nowhere else.
 */
export class Context<
  Event extends EventType = EventType,
  State extends object = Record<string, unknown>,
> extends Answering<Event> {
  /**
   * The W3C trace context of the delivery; null over the relay and without tracing. Calls of this
   * context continue that trace by themselves.
   */
  readonly traceparent: string | null;
  /** What `hears` matched: the regular expression's result, or null. */
  match: RegExpMatchArray | null = null;
  /** A place for middleware to leave values for the handlers after it. `new Agent<{ account: Account }>` types it. */
  readonly state: State;
  /**
   * Values that are kept between deliveries: those of this conversation, and as `store.person` those of this person in each conversation
   * with the agent. The option `store` says where. `new Agent<{ turns: number }>` types them, as it does `state`.
   *
   * @example await ctx.store.set('turns', ((await ctx.store.get('turns')) ?? 0) + 1);
   */
  readonly store: ConversationStore<State>;
  /** For `agent.onResult`: the result of an invocation that has a `kind` and that no promise waits for. */
  readonly result: KnownResult | null;
  readonly #parts: ContextParts;
  readonly #handling: Handling;
  #granted: Promise<readonly string[]> | null = null;

  constructor(envelope: Envelope<Event>, parts: ContextParts) {
    super(envelope, parts);
    const { handling, traceparent = null, result = null, state = {} } = parts;
    this.traceparent = traceparent;
    this.result = result;
    this.state = state as State;
    this.#parts = parts;
    this.#handling = handling;
    const values = { ...parts.store, watch: <T>(call: Promise<T>) => this.#watch(call) };
    this.store = new ConversationStore<State>(values, this.conversationId, this.user.id);
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
   * Takes newer messages of this person and this conversation into this handler's turn, oldest first, with the overlap `steer`. Each is a
   * context of its own: `more.reply` answers that message, `ctx.reply` this one. A taken message counts as handled with this turn, and Stop
   * of any of them ends the turn. A message that the handler has not taken when it ends is handled afterwards, by itself. Middleware
   * does not run for what is taken; its `state` is this one's.
   *
   * It waits for further messages, and ends with the handler, when `ctx.signal` aborts, or as `options` say.
   *
   * @throws TypeError where the handler does not run with the overlap `steer`.
   * @example
   * const work = research(ctx.text, ctx.signal);
   * for await (const more of ctx.steers({ until: work.done })) work.add(more.text);
   * await ctx.reply(await work.done);
   * @example for await (const more of ctx.steers({ wait: false })) wishes.push(more.text);
   */
  steers(options: SteersOptions = {}): AsyncGenerator<Context<'message.created', State>, void> {
    if (this.#handling.turn.takesSteers) {
      return this.#parts.takeSteers(options, this.state) as AsyncGenerator<Context<'message.created', State>, void>;
    }
    throw new TypeError(
      "ctx.steers needs the overlap steer: new Agent({ …, overlap: 'steer' }), or agent.on('message.created', { overlap: 'steer' }, …).",
    );
  }

  /**
   * Calls another agent with these blocks, and waits for its answer: the blocks of its first reply that names this agent as `toAgentId`.
   * The content is a final reply too, and stands in this conversation. The turn goes on while the handler waits, and the person can stop
   * it. Another answer, or one that comes later, is dropped. What waits ends with the process. While the handler waits, calls of other
   * agents are handled in this conversation, so that agents that ask each other do not wait for ever.
   *
   * @throws RefusedError with the code where the call is refused, such as `agent_call_depth_exceeded` or `agent_call_target_not_live`, or
   * `agent_call_circle` where this delivery is a call of that same agent: answer it with `ctx.reply`. Where the handler does not catch
   * either end of a circle, the SDK replies that agents kept asking each other; a TimeoutError after `timeoutMs`; the reason of `signal`,
   * or of `ctx.signal` where the person stops the answer.
   *
   * @example
   * const answer = await ctx.call(almanacId, 'When do I sow beans?', { timeoutMs: 60_000 });
   * await ctx.reply(answer);
   */
  call(agentId: string, content: Content, options: AgentCallOptions = {}): Promise<readonly SendableBlock[]> {
    const { signal, idempotencyKey } = options;
    const more = { ...(signal && { signal }), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const isCircular = waitingCaller(this.envelope) === agentId;
    const send = () =>
      isCircular ? Promise.reject(circularCall()) : this.reply(content, { ...more, toAgentId: agentId });
    return waitForAnswer({ ...this.#parts, send }, options);
  }

  /**
   * Plans a `tick.scheduled` for this agent, on behalf of this person and in this conversation. They must have granted `schedule.write`.
   *
   * @example await ctx.schedule({ at: new Date(Date.now() + 3_600_000), text: 'Ask how the beans are.' });
   * @example await ctx.schedule({ cron: '0 9 * * 1-5', text: 'Say what is due today.' });
   */
  schedule(plan: Plan, options: CallOptions = {}): Promise<PlanScheduleAnswer> {
    return this.#watch(this.client.schedule(this.deliveryId, plan, options));
  }

  /** The signed receipt of the decision on a call of this agent; `receipt_not_found` until a person has decided. */
  receipt(approvalId: string, options: CallOptions = {}): Promise<ApprovalReceipt> {
    return this.#watch(this.client.receipt(approvalId, options));
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
   * Has this person decide on an action of the agent's own, and waits until they did. Act on the `arguments` of the answer: they are
   * exactly what was shown, with what the person changed of the `editable` ones. Of `options` they choose one to approve. They must have
   * granted `decision.request`. The promise ends with the process, and when `ctx.signal` aborts; with a `kind`, `agent.onResult` then
   * goes on.
   *
   * @example
   * const { approved, arguments: bound } = await ctx.decide({ kind: 'delete', action: 'Delete 3 files', arguments: { paths } });
   * if (approved) await remove(bound.paths);
   * @example
   * const decision = await ctx.decide({
   *   action: 'Book a table',
   *   arguments: { guests: 4 },
   *   editable: ['/guests'],
   *   options: [{ id: 'inside', label: 'Inside' }, { id: 'garden', label: 'In the garden' }],
   *   expiresInMinutes: 60,
   * });
   * if (decision.approved) await book(decision.option, decision.arguments.guests); // option: 'inside' | 'garden'
   */
  decide<Arguments, Option extends string = never>(
    request: DecisionRequest<Arguments, Option>,
    options: InvokeOptions = {},
  ): Promise<Decision<Arguments, Option>> {
    const { kind, data } = request;
    const named = { ...(kind === undefined ? {} : { kind }), ...(data === undefined ? {} : { data }), ...options };
    const call = () => Promise.resolve(decisionCall(decisionArguments(request)));
    return this.#run(call, named, decisionOf) as Promise<Decision<Arguments, Option>>;
  }

  /** The same without waiting: the decision comes as a `tool.result`, whose content is `{approved: true, arguments, option?, changed?, reason?}`. */
  requestDecision(decision: DecisionRequestArguments, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    return this.invokeTool(decisionCall(decision), options);
  }

  /**
   * The tools that this person grants, in the form that models want: `{name, description, input_schema}`, or with `as: 'openai'` as
   * functions. What a model then names goes to `ctx.invoke`. Each of the first form also says `standing`: whether the person may let equal
   * calls run without a question.
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
   * they granted `history.read`; the person of this delivery is asked for it, once, if they did not.
   */
  history(options: { readonly limit?: number; readonly before?: number } = {}): Promise<readonly HistoryEntry[]> {
    return this.#watch(readBack(this.client, this.conversationId, { ...options, deliveryId: this.deliveryId }));
  }

  #watch<T>(call: Promise<T>): Promise<T> {
    return this.#handling.turn.calls.watch(call);
  }

  #run<Result = InvocationResult>(
    toCall: () => Promise<ToolCall>,
    options: InvokeOptions,
    read = (result: InvocationResult) => result as Result,
  ): Promise<Result> {
    const invoke = (call: ToolCall, others: CallOptions) => this.#invoke(call, others);
    return waitForResult({ ...this.#parts, invoke, toCall, read }, options);
  }

  async #invoke(call: ToolCall, options: CallOptions): Promise<InvokeToolAnswer> {
    const answer = await this.client.invokeTool(this.deliveryId, call, options);
    if (answer.outcome === 'pending_approval') this.#handling.pendingInvocations.add(answer.invocation_id);
    return answer;
  }
}
