import type { TraceHeaders } from '@parley/protocol';
import { AgentDoor } from './agent-door.ts';
import type { AgentOptions } from './agent-options.ts';
import { readEnv } from './agent-options.ts';
import { AgentClient } from './client.ts';
import { systemClock } from './clock.ts';
import { Composer } from './composer.ts';
import { Context } from './context.ts';
import { readCredential } from './credentials.ts';
import type { HandlerError } from './handler-error.ts';
import type { Handling } from './handling.ts';
import { Inbox } from './inbox.ts';
import { logToStderr } from './log.ts';
import type { ListenerRequest, ListenerResponse } from './receivers/node-listener.ts';
import { nodeListener } from './receivers/node-listener.ts';
import { Relay } from './receivers/relay.ts';
import { checkWebhook } from './receivers/transport-notice.ts';
import type { WebhookHandler } from './receivers/webhook.ts';
import { webhookHandler } from './receivers/webhook.ts';
import { runHandlers } from './run-handlers.ts';
import { SeenInMemory } from './seen-deliveries.ts';
import { Signer } from './signer.ts';

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
export class Agent extends Composer {
  /** Every call of the platform, for work that no delivery began. */
  readonly client: AgentClient;
  readonly #options: Required<Pick<AgentOptions, 'clock' | 'log'>>;
  readonly #door: AgentDoor;
  readonly #inbox: Inbox;
  #onError: ErrorHandler;
  #resumed: Promise<void> | null = null;
  #relay: Relay | null = null;
  #webhookCheck: NodeJS.Immediate | null = null;
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
    } = options;
    const credential = readCredential(options.agentId, options);
    const others = (options.otherCredentials ?? []).map((other) => readCredential(options.agentId, other));
    const signer = new Signer(credential, clock);
    this.#options = { clock, log };
    this.#door = new AgentDoor({ ...options, signer, clock, fetch: options.fetch ?? fetch });
    this.client = new AgentClient(this.#door);
    this.#onError = (error) => log('error', error.message, { error: error.cause });
    this.#inbox = new Inbox({
      credentials: [credential, ...others],
      seen,
      handle: (handling, trace) => this.#handle(handling, trace),
      concurrency,
      queueLimit,
      clock,
      log,
    });
  }

  /**
   * Makes an agent from PARLEY_BASE_URL, PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET.
   *
   * @throws TypeError that names every variable that is missing.
   */
  static fromEnv(env: Readonly<Record<string, string | undefined>>, options: Partial<AgentOptions> = {}): Agent {
    return new Agent({ ...readEnv(env), ...options });
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
   * Receives deliveries over a stream that the agent opens, so it needs no public address. Resolves once the stream is open, and
   * opens it again by itself whenever it breaks.
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
   * It answers as soon as a delivery is recorded, and runs the handlers afterwards.
   */
  webhookHandler(): WebhookHandler {
    this.#webhookCheck ??= setImmediate(() => void this.#checkWebhook()).unref();
    const handle = webhookHandler(this.#inbox, this.#options.log);
    return async (request) => {
      await this.#resume();
      return handle(request);
    };
  }

  /**
   * The same for Node's own server, for Express and for Fastify. A body that was parsed already is used where its bytes are kept, as
   * `rawBody` or as a Buffer; else the delivery is answered with 500 and the log says what to do.
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

  #handle(handling: Handling, trace: TraceHeaders | null): Promise<boolean> {
    const ctx = new Context(handling.envelope, {
      client: trace === null ? this.client : this.client.within(trace),
      traceparent: trace?.traceparent ?? null,
      clock: this.#options.clock,
      handling,
    });
    const { log } = this.#options;
    return runHandlers(ctx, handling, { middleware: this.middleware(), onError: (error) => this.#onError(error), log });
  }
}
