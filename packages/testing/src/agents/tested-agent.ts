import {
  Agent,
  logToStderr,
  StoreInMemory,
  type AgentOptions as SdkOptions,
  type Log,
  type Store,
} from '@parley/agent-sdk';
import type { AgentId, ConversationId, DeliveryLogEntry, Manifest, UserId } from '@parley/protocol';
import type { Person } from '../people/person.ts';
import type { FakeClock } from '../time/fake-clock.ts';
import type { Patience } from '../time/patience.ts';
import type { Network } from './network.ts';
import type { WebhookFront } from './webhook-front.ts';

/** What an agent's author gets when it is registered. */
export interface Credentials {
  readonly baseUrl: string;
  readonly agentId: string;
  readonly credentialId: string;
  readonly secret: string;
}

/**
 * Adds an agent's handlers, as its own main program does: to the agent that it is given, or to one that it makes of the options and returns.
 *
 * @example (agent) => agent.hears('tea', (ctx) => ctx.reply('Coming up.'));
 * @example (_, options) => new Agent({ ...options, overlap: 'latest' }).hears('tea', (ctx) => ctx.reply('Coming up.'));
 */
export type Handlers<State extends object = Record<string, unknown>> = (
  agent: Agent<State>,
  options: SdkOptions,
) => unknown;

export interface Registered {
  readonly credentials: Credentials;
  readonly manifest: Manifest;
  readonly owner: Person;
  readonly webhook: WebhookFront | null;
}

/** An agent that runs in a world. */
export class TestedAgent {
  readonly agentId: AgentId;
  readonly handle: string;
  readonly manifest: Manifest;
  /** The person who registered it. */
  readonly owner: Person;
  /** What an `Agent` is made of, for a program that does it itself. */
  readonly credentials: Credentials;
  /** The line between the platform and this agent, with its faults. */
  readonly network: Network;
  readonly #webhook: WebhookFront | null;
  readonly #clock: FakeClock;
  readonly #patience: Patience;
  /** What the agent keeps survives its program, as it would in a file. */
  readonly #values = new StoreInMemory();
  #running: Agent | null = null;
  #newest: Agent | null = null;

  constructor(
    { credentials, manifest, owner, webhook }: Registered,
    { clock, patience, network }: { readonly clock: FakeClock; readonly patience: Patience; readonly network: Network },
  ) {
    this.agentId = credentials.agentId as AgentId;
    this.handle = manifest.handle;
    this.manifest = manifest;
    this.owner = owner;
    this.credentials = credentials;
    this.network = network;
    this.#webhook = webhook;
    this.#clock = clock;
    this.#patience = patience;
  }

  /** The environment of the agent's program, as the app shows it when the agent is registered. */
  get env(): Readonly<Record<string, string>> {
    const { baseUrl, agentId, credentialId, secret } = this.credentials;
    return {
      PARLEY_BASE_URL: baseUrl,
      PARLEY_AGENT_ID: agentId,
      PARLEY_CREDENTIAL_ID: credentialId,
      PARLEY_AGENT_SECRET: secret,
      PARLEY_AGENT_HANDLE: this.handle,
    };
  }

  /** Whether it runs here, in this process. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Starts the agent, here in this process, with these handlers; one that ran is stopped first. */
  async start<State extends object = Record<string, unknown>>(
    handlers: Handlers<State>,
    options: Partial<SdkOptions> = {},
  ): Promise<void> {
    await this.stop();
    const clock = this.#clock;
    const whole: SdkOptions = {
      ...this.credentials,
      handle: this.handle,
      fetch: this.network.fetch,
      clock: { now: () => clock.now(), sleep: (ms, signal, rhythm) => clock.sleep(ms, signal, rhythm) },
      log: onlyErrors,
      store: this.#values,
      ...options,
    };
    const given = new Agent<State>(whole);
    const made = await handlers(given, whole);
    const agent = (made instanceof Agent ? made : given) as Agent;
    this.#running = agent;
    this.#newest = agent;
    if (this.#webhook) this.#webhook.handler = agent.webhookHandler();
    else await this.#patience.during(agent.startRelay());
  }

  /**
   * What the agent keeps of a person or a room, its `ctx.store.person` or `ctx.store`. Each agent of a world begins with an empty store, which
   * outlives a restart of its program.
   *
   * @throws Error where the agent does not run in this process.
   * @example expect(await clerk.storeOf(ada).get('turns')).toBe(2);
   */
  storeOf<State extends object = Record<string, unknown>>(
    whose: { readonly userId: string } | { readonly conversationId: string },
  ): Store<State> {
    if (this.#newest === null) throw new Error(`${this.handle} was not started here, so its store is not known.`);
    const id = 'userId' in whose ? whose.userId : whose.conversationId;
    return this.#newest.storeOf(id as ConversationId | UserId) as unknown as Store<State>;
  }

  /** Stops the agent's program. What handlers are at is aborted at once; what is sent to it meanwhile waits. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (this.#webhook) this.#webhook.handler = null;
    if (running) await this.#patience.during(running.stop(0));
  }

  /**
   * Resolves once deliveries reach it: at once where it does not run or has a webhook, and else when its relay is open.
   *
   * @throws Error where it does not open within five minutes of the world's clock.
   */
  async isReached(): Promise<void> {
    if (this.#running === null || this.#webhook !== null) return;
    for (let passedMs = 0; passedMs < reachedWithinMs; passedMs += 1000) {
      const { item } = await this.owner.call('getConnection', { params: { agentId: this.agentId } });
      if (item.state === 'connected') return;
      await this.#clock.advance(1000);
    }
    throw new Error(`The relay of ${this.handle} did not open again within five minutes of the world's clock.`);
  }

  /** The delivery log as its owner sees it, newest first: what was sent, how often, and what came of it. */
  async deliveries(): Promise<readonly DeliveryLogEntry[]> {
    const { items } = await this.owner.call('listDeliveries', {
      params: { agentId: this.agentId },
      query: { limit: 200 },
    });
    return items;
  }

  /** Its owner pauses it: what was on its way waits, and what people say meanwhile is not sent to it. */
  async pause(): Promise<void> {
    await this.owner.call('pauseAgent', { params: { agentId: this.agentId } });
  }

  /** Its owner resumes it; resolves once its relay is open again, where it has one. */
  async resume(): Promise<void> {
    await this.owner.call('resumeAgent', { params: { agentId: this.agentId } });
    await this.isReached();
  }

  /** Ends the program, and what the world made for it. */
  async close(): Promise<void> {
    await this.stop();
    await this.#webhook?.close();
  }
}

const reachedWithinMs = 300_000;

/** What goes wrong on purpose is no news, and what a handler throws is. */
const onlyErrors: Log = (level, message, details) => {
  if (level === 'error') logToStderr(level, message, details);
};
