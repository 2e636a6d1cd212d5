import type { ConversationId, Envelope, EventType, UserId } from '@parley/protocol';
import { PlatformClient } from './platform-client.ts';
import type { AgentOptions } from './agent-options.ts';
import { readEnv } from './agent-options.ts';
import type { CallWatch } from './call-watch.ts';
import { AgentClient } from './client.ts';
import { OpenCalls } from './calls/open-calls.ts';
import { systemClock } from './clock.ts';
import { Composer, type Middleware } from './composer.ts';
import { isDebugging } from './config.ts';
import { Context, type AnyContext, type ContextParts } from './context.ts';
import { readCredential } from './credentials.ts';
import type { HandlerError } from './handler-error.ts';
import type { Handling } from './handling.ts';
import { Inbox } from './inbox.ts';
import { logToStderr, type Debug } from './log.ts';
import type { ListenerRequest, ListenerResponse } from './receivers/node-listener.ts';
import { nodeListener } from './receivers/node-listener.ts';
import { Relay } from './receivers/relay.ts';
import { checkWebhook } from './receivers/transport-notice.ts';
import type { WebhookHandler } from './receivers/webhook.ts';
import { webhookHandler } from './receivers/webhook.ts';
import { knownResultOf, resultOf, type KnownResult } from './results/outcome.ts';
import { OpenResults, type Taken } from './results/open-results.ts';
import { ResultsInMemory, type PendingResult } from './results/result-store.ts';
import { runHandlers } from './run-handlers.ts';
import { SeenInMemory } from './seen-deliveries.ts';
import { Signer } from './signer.ts';
import { soon } from './soon.ts';
import { StoreInMemory } from './store/state-store.ts';
import { storeOf, type Store, type StoreParts } from './store/store.ts';
import { takeSteers, type SteersOptions } from './steers.ts';
import { ToolList } from './tool-list.ts';
import { watchStop } from './watch-stop.ts';

/** A newer message waits for the draft of the one before to be closed. */
const closeRetry = { retries: 1, timeoutMs: 3000 };

/** Gets what a handler threw, with the delivery that it was working on as `error.ctx`. */
export type ErrorHandler = (error: HandlerError) => unknown;

/**
 * An agent: handlers, and the ways by which deliveries reach them.
 *
 * @example
 * const agent = Agent.fromEnv(process.env);
 * agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));
 * await agent.startRelay();
 */
export class Agent<State extends object = Record<string, unknown>> extends Composer<State> {
  /** Every call of the platform, for work that no delivery began. */
  readonly client: AgentClient;
  readonly #options: Required<Pick<AgentOptions, 'clock' | 'log'>> & Pick<AgentOptions, 'handle' | 'telemetry'>;
  readonly #door: PlatformClient;
  readonly #inbox: Inbox;
  readonly #desk: OpenResults;
  readonly #calls = new OpenCalls();
  readonly #tools: ToolList;
  readonly #values: StoreParts;
  readonly #debug: Debug;
  #onError: ErrorHandler;
  #resumed: Promise<void> | null = null;
  #relay: Relay | null = null;
  #webhookCheck: true | null = null;
  readonly #stopping = new AbortController();

  /** @throws TypeError where an option is not of its form. */
  constructor(options: AgentOptions) {
    super();
    const {
      clock = systemClock,
      log = logToStderr,
      concurrency = 32,
      queueLimit = 10_000,
      seen = new SeenInMemory(),
      results = new ResultsInMemory(),
      store = new StoreInMemory(),
      debug = isDebugging(),
      overlap,
      timeoutMs,
      handle,
      telemetry,
    } = options;
    const credential = readCredential(options.agentId, options);
    const others = (options.otherCredentials ?? []).map((other) => readCredential(options.agentId, other));
    const signer = new Signer(credential, clock);
    this.#debug = debug ? (message, details) => log('debug', message, details) : () => undefined;
    this.#options = { clock, log, ...(handle ? { handle } : {}), ...(telemetry ? { telemetry } : {}) };
    this.#door = new PlatformClient({ ...options, signer, clock, fetch: options.fetch ?? fetch, debug: this.#debug });
    const watch = telemetry ? { around: telemetry.call.bind(telemetry) as NonNullable<CallWatch['around']> } : {};
    this.client = new AgentClient(this.#door, null, watch);
    this.#desk = new OpenResults(results);
    this.#tools = new ToolList(this.client, clock);
    this.#values = { values: store, agentId: options.agentId };
    const usual = { ...(overlap ? { overlap } : {}), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    this.#onError = ({ ctx, cause }) =>
      log('error', `The handler of ${ctx.event} failed.`, { deliveryId: ctx.deliveryId, error: cause });
    this.#inbox = new Inbox({
      credentials: [credential, ...others],
      seen,
      handle: (handling) => this.#handle(handling),
      isAwaited: (envelope) => this.#calls.mayTake(envelope),
      optionsFor: (envelope) => ({ ...usual, ...this.rules.for(envelope) }),
      concurrency,
      queueLimit,
      clock,
      log,
    });
  }

  /**
   * Makes an agent from PARLEY_BASE_URL, PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET, each of them or the file that
   * PARLEY_AGENT_SECRET_FILE and the like name.
   *
   * @throws TypeError that names every variable that is missing, or the file that cannot be read.
   */
  static fromEnv<State extends object = Record<string, unknown>>(
    env: Readonly<Record<string, string | undefined>>,
    options: Partial<AgentOptions> = {},
  ): Agent<State> {
    return new Agent<State>({ ...readEnv(env), ...options });
  }

  /**
   * Sets what happens when a handler throws, or a call of `ctx` fails that nobody waits for. Without it one line is logged. The
   * platform has been told by then: the open draft is closed, the person reads that the agent could not answer, and the owner finds
   * the reason in the delivery log. The delivery counts as failed, and is handled again if its owner sends it again.
   *
   * @example agent.catch((error) => error.ctx.reply('Sorry, that went wrong.'));
   */
  catch(handler: ErrorHandler): this {
    this.#onError = handler;
    return this;
  }

  /**
   * Returns what `ctx.store` is for a conversation (`cnv_…`), or `ctx.store.person` for a person (`usr_…`), for work that no delivery began.
   *
   * @throws TypeError for any other id.
   */
  storeOf(id: ConversationId | UserId): Store<State> {
    return storeOf(this.#values, id);
  }

  /**
   * Receives deliveries over a stream that the agent opens, so it needs no public address. Resolves once the stream is open, and
   * opens it again automatically whenever it breaks.
   *
   * @throws RefusedError where the platform refuses the credential. While the platform cannot be reached it keeps trying, and so it
   * does where an open stream is refused later, as while the agent is paused.
   */
  async startRelay(): Promise<Relay> {
    await this.#resume();
    if (this.#relay === null) {
      const relay = new Relay({ door: this.#door, client: this.client, inbox: this.#inbox, ...this.#options });
      this.#relay = relay;
      const forget = () => (this.#relay = null);
      relay.closed.then(forget, forget);
    }
    const relay = this.#relay;
    await relay.ready;
    return relay;
  }

  /**
   * Receives deliveries as requests: a function from a fetch-style Request to a Response, for any router that speaks these.
   * It answers as soon as a delivery is recorded, and runs the handlers afterwards: `waitUntil` keeps a platform of functions
   * awake for them.
   *
   * @example export default { fetch: (request, env, { waitUntil }) => agent.webhookHandler()(request, { waitUntil }) };
   */
  webhookHandler(): WebhookHandler {
    this.#webhookCheck ??= soon(() => void this.#checkWebhook());
    const handle = webhookHandler(this.#inbox, this.#options.log);
    return async (request, options) => {
      await this.#resume();
      return handle(request, options);
    };
  }

  /**
   * The same for Node's own server, for Express and for Fastify. A body that was parsed already is used where its bytes are kept, as
   * `rawBody` or as a Buffer, and else as it would be written again, which the signature must fit.
   *
   * @example createServer(agent.webhookListener()).listen(8080);
   */
  webhookListener(): (request: ListenerRequest, response: ListenerResponse) => void {
    return nodeListener(this.webhookHandler(), this.#options.log);
  }

  /**
   * Takes no more deliveries, and resolves once the accepted ones are handled, or `graceMs` (10 seconds) have passed;
   * then `ctx.signal` aborts.
   */
  async stop(graceMs = 10_000): Promise<void> {
    this.#stopping.abort();
    await this.#relay?.stop();
    const timer = new AbortController();
    const handled = this.#inbox.close();
    await Promise.race([handled, this.#options.clock.sleep(graceMs, timer.signal)]);
    timer.abort();
    this.#inbox.abort();
  }

  #checkWebhook(): Promise<void> {
    const { signal } = this.#stopping;
    return checkWebhook({ door: this.#door, log: this.#options.log, hasRelay: () => this.#relay !== null, signal });
  }

  #resume(): Promise<void> {
    this.#resumed ??= this.#inbox.resume().catch((error: unknown) => {
      this.#resumed = null;
      throw error;
    });
    return this.#resumed;
  }

  async #handle(handling: Handling): Promise<boolean> {
    const { envelope } = handling;
    if (envelope.event === 'agent.call' && (await this.#calls.take(envelope))) return true;
    const taken = envelope.event === 'tool.result' ? await this.#takeResult(envelope) : null;
    if (taken?.isClaimed) return true;
    const pending = taken?.pending ?? null;
    const result =
      envelope.event === 'tool.result' && isNamed(pending) ? knownResultOf(resultOf(envelope), pending) : null;
    const isHandled = await this.#run(handling, result);
    if (isHandled && pending !== null) await this.#forget(pending.invocationId);
    return isHandled;
  }

  async #run(handling: Handling, result: KnownResult | null): Promise<boolean> {
    const { log, clock, telemetry } = this.#options;
    const { event, delivery_id: deliveryId, conversation_id: conversationId, agent_id: agentId } = handling.envelope;
    const startedAt = clock.now();
    this.#debug('A delivery is handled.', { event, deliveryId });
    const over = new AbortController();
    const ctx = this.#join(handling, over.signal, { result });
    const middleware = this.middleware() as Middleware<AnyContext>;
    const run = () => runHandlers(ctx, handling, { middleware, onError: (error) => this.#onError(error), log });
    const seen = { event, deliveryId, conversationId, agentId, traceparent: ctx.traceparent };
    try {
      const isHandled = await (telemetry ? telemetry.handle(seen, run) : run());
      this.#debug('A delivery was handled.', { event, deliveryId, isHandled, ms: clock.now() - startedAt });
      return isHandled;
    } finally {
      over.abort();
    }
  }

  /** The context of a delivery that is a part of a running turn, until that is over. */
  #join(
    handling: Handling,
    over: AbortSignal,
    more: Pick<ContextParts, 'result' | 'state'>,
  ): Context<EventType, State> {
    const { clock, handle = null } = this.#options;
    const { envelope, trace } = handling;
    const client = trace === null ? this.client : this.client.within(trace);
    handling.closeDraft = async () => {
      if (handling.draft.streams > 0) return;
      await handling.draft.close((blocks) => client.reply(envelope.delivery_id, blocks, { retry: closeRetry }));
    };
    void watchStop(handling, { client: this.client, clock, over });
    const takeSteers = (options: SteersOptions, state: object) => this.#takeSteers(handling, over, options, state);
    const tools = { desk: this.#desk, calls: this.#calls, store: this.#values, listTools: () => this.#tools.list() };
    const traceparent = trace?.traceparent ?? null;
    const parts = { client, traceparent, clock, handling, handle, takeSteers, ...tools, ...more };
    return new Context<EventType, State>(envelope, parts);
  }

  async *#takeSteers(handling: Handling, over: AbortSignal, options: SteersOptions, state: object) {
    for await (const steer of takeSteers(handling.turn, () => this.#inbox.nextSteer(handling), options)) {
      const [deliveryId, by] = [steer.envelope.delivery_id, handling.envelope.delivery_id];
      this.#debug('A running handler has taken a message into its turn.', { deliveryId, by });
      yield this.#join(steer, over, { state });
    }
  }

  async #takeResult(envelope: Envelope<'tool.result'>): Promise<Taken> {
    try {
      return await this.#desk.take(envelope);
    } catch (error) {
      this.#options.log('error', 'The store of results failed.', { deliveryId: envelope.delivery_id, error });
      return { isClaimed: false, pending: null };
    }
  }

  async #forget(invocationId: string): Promise<void> {
    await this.#desk.forget(invocationId).catch((error: unknown) => {
      this.#options.log('error', 'The store of results failed.', { invocationId, error });
    });
  }
}

function isNamed(pending: PendingResult | null): pending is PendingResult & { readonly kind: string } {
  return pending !== null && pending.kind !== null;
}
