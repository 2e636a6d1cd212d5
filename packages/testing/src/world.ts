import type { AgentOptions as SdkOptions } from '@parley/agent-sdk';
import type { AgentTransport, Manifest } from '@parley/protocol';
import { Network } from './agents/network.ts';
import { registerAgent } from './agents/register-agent.ts';
import { TestedAgent, type Handlers } from './agents/tested-agent.ts';
import { Person } from './people/person.ts';
import { Session, type Profile } from './people/session.ts';
import { RunningPlatform } from './running-platform.ts';
import type { Duration } from './time/duration.ts';
import { FakeClock } from './time/fake-clock.ts';
import { Patience, type WaitOptions } from './time/patience.ts';

export interface WorldOptions {
  /** When the world begins, such as `2026-01-31T09:00:00Z`, or a clock that something else goes by too. By default it begins now. */
  readonly clock?: FakeClock | Date | string;
  /** Settings of the server, by their names in docs/running.md, such as `{ PARLEY_APPROVAL_TTL: '1h' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface AgentOptions {
  /** How it is registered, such as what is in its parley.json; what is left out has a default. */
  readonly manifest?: Partial<Omit<Manifest, 'version'>> & { readonly version?: string };
  /** How deliveries reach it; as the manifest says, or by relay, where it is not given. A webhook gets an address automatically. */
  readonly transport?: AgentTransport;
  /** Who registers it. By default the first person of the world; in a world without people, a new one called `owner`. */
  readonly owner?: Person;
  /** Further options of the SDK's `Agent`, such as `{ overlap: 'latest' }`. */
  readonly options?: Partial<SdkOptions>;
}

/**
 * Makes a world: the real server, inside of this process and in memory, on a clock that stands still until it is moved. Close it at the
 * end of the test.
 *
 * @example
 * const world = await createWorld();
 * await world.agent((agent) => agent.hears('hello', (ctx) => ctx.reply('Hello!')));
 * const ada = await world.person('ada');
 * await ada.says('hello');
 * await ada.sees('Hello!');
 * await world.close();
 */
export async function createWorld({ clock: given, settings = {} }: WorldOptions = {}): Promise<World> {
  const clock = given instanceof FakeClock ? given : new FakeClock(given);
  const agents: TestedAgent[] = [];
  const held = () => agents.reduce((sum, { network }) => sum + network.held, 0);
  return new World(clock, await RunningPlatform.open(clock, settings, held), agents);
}

/** A platform with the people and the agents of one test; see `createWorld`. */
export class World {
  /** The clock by which platform and agents go: `await world.clock.advance('24h')`. */
  readonly clock: FakeClock;
  /** Where the platform answers, for programs that run elsewhere. */
  readonly baseUrl: string;
  readonly #platform: RunningPlatform;
  readonly #patience: Patience;
  readonly #people = new Map<string, Promise<Person>>();
  readonly #agents: TestedAgent[];
  readonly #unwatch: (() => void)[] = [];
  #isClosed = false;

  /** @internal */
  constructor(clock: FakeClock, platform: RunningPlatform, agents: TestedAgent[]) {
    this.clock = clock;
    this.baseUrl = platform.baseUrl;
    this.#platform = platform;
    this.#patience = new Patience(clock);
    this.#agents = agents;
  }

  /** The person of this handle, signed up if the handle is new. The handle has 2 to 32 letters, digits, `-` and `_`. */
  async person(handle: string, profile: Partial<Omit<Profile, 'handle'>> = {}): Promise<Person> {
    this.#checkOpen();
    const known = this.#people.get(handle) ?? this.#signUp({ handle, displayName: named(handle), ...profile });
    this.#people.set(handle, known);
    return known;
  }

  /**
   * Registers an agent, and starts it with these handlers. Without handlers it is registered only, for a program that runs elsewhere: its
   * `env` is what that needs.
   *
   * @example
   * const clerk = await world.agent(withHandlers, { manifest: JSON.parse(await readFile('parley.json', 'utf8')) });
   */
  async agent<State extends object = Record<string, unknown>>(
    handlers: Handlers<State> | null,
    options: AgentOptions = {},
  ): Promise<TestedAgent> {
    this.#checkOpen();
    const owner = options.owner ?? (await this.#firstPerson());
    const network = new Network(this.clock);
    const number = this.#agents.length;
    const registered = await registerAgent({ ...options, owner, network, number, baseUrl: this.baseUrl });
    const agent = new TestedAgent(registered, { clock: this.clock, patience: this.#patience, network });
    this.#agents.push(agent);
    this.#unwatch.push(this.clock.watch(() => network.isBusy));
    if (handlers) await agent.start(handlers, options.options);
    return agent;
  }

  /**
   * Stops the server, lets this much time pass without it, and starts it again on what it kept. Resolves once the relays of running agents
   * are back, which takes them up to a minute on the clock.
   */
  async restart({ downFor = 0 }: { readonly downFor?: Duration } = {}): Promise<void> {
    this.#checkOpen();
    await this.#platform.goDown();
    await this.clock.advance(downFor);
    await this.#platform.comeBack();
    for (const agent of this.#agents) await agent.isReached();
  }

  /**
   * Waits until `probe` gives something that is not undefined, null or false, for what no person sees.
   *
   * @example await world.until(() => orders.length === 1, 'an order');
   */
  until<T>(probe: () => T | Promise<T>, what = 'it', options: WaitOptions = {}): Promise<NonNullable<T>> {
    const find = async () => (await probe()) || undefined;
    const explain = async () => [`Waited in vain for ${what}.`, await this.#explain()].join('\n').trim();
    return this.#patience.until(find, explain, options);
  }

  /** Waits until nothing is under way any more that needs no more time to pass. */
  settle(): Promise<void> {
    return this.clock.settle();
  }

  /** Stops the agents and the server; nothing is left of it. Safe to call twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const agents = this.#agents.splice(0);
    await Promise.all(agents.map((agent) => agent.close()));
    for (const end of this.#unwatch.splice(0)) end();
    await this.#platform.close();
  }

  /** Throws after `close`, since a request to a server that is gone fails with an error that does not say why. */
  #checkOpen(): void {
    if (this.#isClosed) throw new Error('This world is closed: make a new one with createWorld().');
  }

  async #signUp(profile: Profile): Promise<Person> {
    const checkOpen = () => this.#checkOpen();
    const session = new Session(this.baseUrl, profile.handle, checkOpen);
    const { userId, handle } = await session.signUp(profile);
    const world = {
      checkOpen,
      agents: () => this.#agents,
      now: () => this.clock.now(),
      explain: () => this.#explain(),
    };
    return new Person({ userId, handle }, { session, patience: this.#patience, world });
  }

  async #firstPerson(): Promise<Person> {
    const [first] = this.#people.values();
    return first ?? this.person('owner');
  }

  /** What became of the deliveries that were not simply delivered, for the message of a failed wait. */
  async #explain(): Promise<string> {
    const lines = await Promise.all(
      this.#agents.map(async (agent) => {
        const troubled = (await agent.deliveries()).filter(
          ({ status, handlerError }) => status !== 'delivered' || handlerError,
        );
        return troubled.slice(0, 5).map(({ event, status, attemptCount, handlerError }) => {
          const why = handlerError ? `; its handler failed: ${handlerError.reason}` : '';
          return `  (${event} to ${agent.handle}: ${status} after ${attemptCount} attempts${why})`;
        });
      }),
    );
    return lines.flat().join('\n');
  }
}

const named = (handle: string) => handle.replace(/^./, (letter) => letter.toUpperCase());
