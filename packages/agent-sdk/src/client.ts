import type {
  AgentSchedulesAnswer,
  AgentSearchAnswer,
  AgentToolsAnswer,
  ApprovalReceipt,
  DecisionRequestArguments,
  DeliveryState,
  HistoryAnswer,
  EditByAgentAnswer,
  InvokeToolAnswer,
  PlanScheduleAnswer,
  ProactiveAnswer,
  ReplyAnswer,
  RouteCall,
  RouteJson,
  RouteName,
  Routes,
  TaskUpdateAnswer,
  TaskUpdateBody,
  TraceHeaders,
  UploadedAsset,
} from '@parley/protocol';
import { addressOf } from '@parley/protocol/agent';
import type { PlatformClient } from './platform-client.ts';
import type { CallOptions, HistoryOptions, Plan, ReplyOptions, TaskUpdateOptions, ToolCall } from './call-options.ts';
import { at, callerLine } from './caller-line.ts';
import type { CallWatch } from './call-watch.ts';
import type { Content } from './content.ts';
import { checked, headerText, json, planBody, version, type Sent } from './request-body.ts';

/**
 * Every call that an agent can make, signed, with retries. A handler reaches it as `ctx.client`; a program that only sends,
 * such as a nightly job, uses `agent.client`.
 *
 * Each method throws a RefusedError where the platform refuses and a NetworkError where no complete answer came. Network
 * errors, 408, 429 and 5xx are retried with the same Idempotency-Key and the same bytes, so a retry never acts twice.
 */
export class AgentClient {
  readonly #door: PlatformClient;
  readonly #trace: TraceHeaders | null;
  /** What sees these calls. */
  readonly watch: CallWatch;

  constructor(door: PlatformClient, trace: TraceHeaders | null = null, watch: CallWatch = {}) {
    this.#door = door;
    this.#trace = trace;
    this.watch = watch;
  }

  /** The same calls, each seen by `watch`. The SDK uses it for the calls of a handler. */
  watched(watch: CallWatch): AgentClient {
    return new AgentClient(this.#door, this.#trace, watch);
  }

  /**
   * The same calls, each as a part of a trace. A context's client continues its delivery's trace already; an agent that makes
   * spans of its own names its own here.
   *
   * @example await ctx.client.within({ traceparent }).reply(ctx.deliveryId, 'Hello!');
   */
  within(trace: TraceHeaders): AgentClient {
    return new AgentClient(this.#door, trace, this.watch);
  }

  /** Answers a delivery. At most 20 final replies to one delivery, for 7 days. */
  async reply(deliveryId: string, content: Content, options: ReplyOptions = {}): Promise<ReplyAnswer> {
    const body = {
      version,
      in_reply_to_delivery_id: deliveryId,
      blocks: checked(content, options.partial ? 'partial' : 'final'),
      ...(options.partial ? { partial: true } : {}),
      ...(options.toAgentId === undefined ? {} : { to_agent_id: options.toAgentId }),
    };
    const sent = this.#keyed('reply', { body }, options);
    if (!options.partial) this.watch.closing?.(deliveryId, sent);
    return sent;
  }

  /** Moves the task of a delivery. `applied` in the answer is false where the task already had that status. */
  async updateTask(
    deliveryId: string,
    status: TaskUpdateBody['status'],
    options: TaskUpdateOptions = {},
  ): Promise<TaskUpdateAnswer> {
    const body = {
      version,
      in_reply_to_delivery_id: deliveryId,
      status,
      ...(options.content === undefined ? {} : { blocks: checked(options.content, 'final') }),
      ...(options.note === undefined ? {} : { note: options.note }),
    };
    return this.#keyed('updateTask', { body }, options);
  }

  /** Sends a message that answers no delivery. The recipient must have granted `proactive.message`. */
  async sendProactive(conversationId: string, content: Content, options: CallOptions = {}): Promise<ProactiveAnswer> {
    const body = { version, conversation_id: conversationId, blocks: checked(content, 'final') };
    return this.#keyed('sendProactive', { body }, options);
  }

  /**
   * Changes the blocks of a final message of this agent, for 7 days and at most 20 times. Nobody is notified.
   *
   * @param messageId The `message_id` that the reply was answered with.
   */
  async editMessage(messageId: string, content: Content, options: CallOptions = {}): Promise<EditByAgentAnswer> {
    const body = { version, blocks: checked(content, 'final') };
    return this.#keyed('editByAgent', { params: { messageId }, body }, options);
  }

  /**
   * Finds public agents whose handle, name or description holds every word of `query` (1 to 200 characters).
   *
   * @param options `limit` is 5 where it is not given, and at most 20.
   */
  async searchAgents(
    query: string,
    options: CallOptions & { readonly limit?: number } = {},
  ): Promise<AgentSearchAnswer> {
    const { limit } = options;
    return this.#call('searchAgents', { query: { q: query, limit } }, options);
  }

  /**
   * Asks the platform to act with a tool on behalf of the person of a delivery. With `allow` the result follows as a
   * `tool.result` delivery; with `pending_approval` it follows once the person has decided.
   */
  async invokeTool(deliveryId: string, call: ToolCall, options: CallOptions = {}): Promise<InvokeToolAnswer> {
    const body = {
      version,
      in_reply_to_delivery_id: deliveryId,
      requested_scope: call.requestedScope,
      tool: call.tool,
      arguments: call.arguments ?? {},
    };
    return this.#keyed('invokeTool', { body }, options);
  }

  /**
   * Has the person of a delivery decide on an action of the agent's own. Nothing runs: once they approve, the `tool.result` that follows has
   * the content `{approved: true, arguments}`, with `arguments` exactly as the person approved them, and `option`, `changed` and `reason`
   * where there are any. The scope is `decision.request`.
   *
   * @param decision `action` (1 to 300 characters) and up to 20 `details` are shown; `arguments` is any JSON of at most 16 KiB.
   */
  async requestDecision(
    deliveryId: string,
    decision: DecisionRequestArguments,
    options: CallOptions = {},
  ): Promise<InvokeToolAnswer> {
    return this.invokeTool(deliveryId, decisionCall(decision), options);
  }

  /** The tools of the scopes that the manifest requests, by name, but not those that the operator keeps from this agent. */
  async listTools(options: CallOptions = {}): Promise<AgentToolsAnswer> {
    return this.#call('listTools', {}, options);
  }

  /** What a delivery of this agent authorizes now: the scopes that its person grants, whether it was stopped, how many replies are left. */
  async checkDelivery(deliveryId: string, options: CallOptions = {}): Promise<DeliveryState> {
    return this.#call('checkDelivery', { params: { deliveryId } }, options);
  }

  /** Plans a `tick.scheduled` for this agent and the person of a delivery, who must have granted `schedule.write`. */
  async schedule(deliveryId: string, plan: Plan, options: CallOptions = {}): Promise<PlanScheduleAnswer> {
    const body = { version, in_reply_to_delivery_id: deliveryId, ...planBody(plan) };
    return this.#keyed('planSchedule', { body }, options);
  }

  /** The schedules that this agent made, oldest first. `next_cursor` is null at the end. */
  async listSchedules(
    options: CallOptions & { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<AgentSchedulesAnswer> {
    const { limit, cursor } = options;
    return this.#call('listOwnSchedules', { query: { limit, cursor } }, options);
  }

  /** Ends a schedule that this agent made. */
  async endSchedule(scheduleId: string, options: CallOptions = {}): Promise<void> {
    await this.#call('endOwnSchedule', { params: { scheduleId } }, options);
  }

  /** The signed receipt of the decision on a call of this agent, by the `approval_id` that the call was answered with. */
  async receipt(approvalId: string, options: CallOptions = {}): Promise<ApprovalReceipt> {
    return (await this.#call('readReceipt', { params: { approvalId } }, options)).receipt;
  }

  /**
   * Reads a conversation back, in ascending `seq`: the newest page, or one before or after a `seq`. A person's messages are there where they
   * granted `history.read`. A page may be short or empty and still have a `next_cursor`; it is null at the end.
   *
   * @example
   * let page = await ctx.client.readHistory(ctx.conversationId, { after: 0 });
   * while (page.next_cursor) page = await ctx.client.readHistory(ctx.conversationId, { cursor: page.next_cursor });
   */
  async readHistory(conversationId: string, options: HistoryOptions = {}): Promise<HistoryAnswer> {
    const { deliveryId: delivery_id, before, after, limit, cursor } = options;
    const query = { before, after, limit, cursor, delivery_id };
    return this.#call('readHistory', { params: { conversationId }, query }, options);
  }

  /**
   * Uploads bytes for use in image, file, audio and video blocks, at most 25 MiB.
   *
   * @example
   * const { asset_id } = await ctx.client.uploadAsset(png, { contentType: 'image/png', filename: 'map.png' });
   * await ctx.reply(image(asset_id, { alt_text: 'A map' }));
   */
  async uploadAsset(
    bytes: Uint8Array,
    options: CallOptions & { readonly contentType: string; readonly filename?: string },
  ): Promise<UploadedAsset> {
    const filename = options.filename === undefined ? {} : { 'x-filename': headerText(options.filename) };
    const headers = { 'content-type': options.contentType, ...filename };
    return this.#send('uploadAgentAsset', { body: bytes, headers }, options);
  }

  /** A link to an asset's bytes that is good for 5 minutes. */
  async assetUrl(
    assetId: string,
    options: CallOptions = {},
  ): Promise<{ readonly url: string; readonly expires_at: string }> {
    return this.#call('getAssetUrl', { params: { assetId } }, options);
  }

  /** Tells the platform how a relayed delivery was taken. The relay receiver calls this automatically. */
  async ack(
    deliveryId: string,
    status: 'accepted' | 'failed',
    options: CallOptions & { readonly error?: string } = {},
  ) {
    const error = options.error === undefined ? {} : { error: options.error.slice(0, 500) || 'failed' };
    return this.#call('ackDelivery', { params: { deliveryId }, body: { version: '1', status, ...error } }, options);
  }

  /**
   * Says that a delivery could not be answered: its draft is closed, the person sees it, and `reason` (up to 1,000 characters) is
   * shown to the agent's owner. Counts once a delivery; replies are still taken. The SDK calls this by itself where a handler throws.
   */
  async reportFailure(deliveryId: string, reason: string, options: CallOptions = {}): Promise<void> {
    const sent = this.#call('reportFailure', { params: { deliveryId }, body: { version, reason } }, options);
    this.watch.closing?.(deliveryId, sent);
    await sent;
  }

  /** A call that acts once for its key, however often it is sent. */
  #keyed<Name extends RouteName>(name: Name, call: RouteCall<Name>, options: CallOptions) {
    return this.#call(name, call, { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() });
  }

  #call<Name extends RouteName>(name: Name, call: RouteCall<Name>, options: CallOptions) {
    const { params, query, body } = call as { params?: object; query?: object; body?: unknown };
    const parts = { ...(params && { params }), ...(query && { query }) };
    return this.#send(name, { ...parts, ...(body === undefined ? {} : json(body)) }, options);
  }

  #send<Name extends RouteName>(name: Name, call: Sent, options: CallOptions): Promise<RouteJson<Routes[Name]>> {
    const line = callerLine();
    const { method, path } = addressOf(name, call);
    const { retry, signal, idempotencyKey } = options;
    const { body } = call;
    const sent = (trace: Readonly<Record<string, string>> | null) =>
      this.#door.call<RouteJson<Routes[Name]>>({
        name,
        method,
        path,
        headers: { ...this.#trace, ...trace, ...call.headers },
        ...(body ? { body } : {}),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(retry ? { retry } : {}),
        ...(signal ? { signal } : {}),
      });
    return this.#seen(name, sent).catch((error: unknown) => {
      this.watch.failed?.(error);
      throw at(error, line);
    });
  }

  async #seen<Answer>(name: string, sent: (headers: Readonly<Record<string, string>> | null) => Promise<Answer>) {
    this.watch.starting?.(name);
    const { around } = this.watch;
    return around ? around(name, sent) : sent(null);
  }
}

/** A request for a decision as the call of a tool, which it is on the wire. */
export function decisionCall(decision: DecisionRequestArguments): ToolCall {
  return { tool: 'decision.request', requestedScope: 'decision.request', arguments: decision };
}
