import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@parley/protocol';
import { milliseconds, type Duration } from '../time/duration.ts';
import type { FakeClock } from '../time/fake-clock.ts';
import { tapStream } from './tap-stream.ts';

/** What becomes of one delivery on its way. */
export type Fate = { readonly kind: 'drop' | 'duplicate' } | { readonly kind: 'delay'; readonly ms: number };

/**
 * The line between the platform and one agent, with its faults. Each is told how many times it happens, once where it is not told, and
 * they happen in the order in which they were asked for.
 */
export class Network {
  readonly #clock: FakeClock;
  readonly #fates: Fate[] = [];
  readonly #refusals: number[] = [];
  readonly #cuts = new Set<() => void>();
  #calls = 0;
  #held = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** The next deliveries do not arrive. The platform hears nothing of them, and tries again by its schedule. */
  drop({ times = 1 } = {}): void {
    this.#plan({ kind: 'drop' }, times);
  }

  /** The next deliveries arrive twice, with the same id. */
  duplicate({ times = 1 } = {}): void {
    this.#plan({ kind: 'duplicate' }, times);
  }

  /** The next deliveries arrive this much later, on the world's clock. One that takes over 10 seconds was given up by then, and comes again. */
  delay(by: Duration, { times = 1 } = {}): void {
    this.#plan({ kind: 'delay', ms: milliseconds(by) }, times);
  }

  /** The next calls of the agent, but for acknowledgements, are refused with this status, 429 or 500 to 599; 503 where it is not given. */
  refuse({ times = 1, status = 503 } = {}): void {
    const isTransient = Number.isInteger(status) && (status === 429 || (status >= 500 && status <= 599));
    if (!isTransient) throw new TypeError(`The platform is out of order with 429 or 500 to 599, not with ${status}.`);
    for (let time = 0; time < times; time++) this.#refusals.push(status);
  }

  /** Breaks the streams of a relay. The agent opens them again after a pause on the world's clock. */
  cut(): void {
    for (const cut of [...this.#cuts]) cut();
  }

  /** Forgets all faults that have not happened. */
  heal(): void {
    this.#fates.length = 0;
    this.#refusals.length = 0;
  }

  /** How many deliveries are on their way because of a fault. */
  get held(): number {
    return this.#held;
  }

  /** Whether a call of the agent is under way. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }

  /** What an agent of the SDK calls the platform by. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === '/hooks/v1/stream') return this.#openStream(input, init);
    const status = pathname.endsWith('/ack') ? undefined : this.#refusals.shift();
    if (status !== undefined) return refusal(status);
    this.#calls++;
    try {
      return await fetch(input, init);
    } finally {
      this.#calls--;
    }
  };

  /** Brings one delivery, by its fate; `arrive` is called as often as it arrives. */
  async bring(arrive: () => void): Promise<'lost' | 'brought'> {
    const fate = this.#fates.shift();
    if (fate?.kind === 'drop') {
      // So long the platform waits for an acknowledgement.
      this.#hold(limits.relayAckTimeoutSeconds * 1000);
      return 'lost';
    }
    if (fate?.kind === 'delay') {
      this.#hold(fate.ms);
      await this.#clock.sleep(fate.ms);
    }
    arrive();
    if (fate?.kind === 'duplicate') {
      await turn();
      arrive();
    }
    return 'brought';
  }

  #plan(fate: Fate, times: number): void {
    for (let time = 0; time < times; time++) this.#fates.push(fate);
  }

  #hold(ms: number): void {
    this.#held++;
    this.#clock.after(ms, () => this.#held--);
  }

  async #openStream(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const { stream, cut, over } = tapStream(response.body, (arrive) => void this.bring(arrive));
    this.#cuts.add(cut);
    void over.then(() => this.#cuts.delete(cut));
    return new Response(stream, { status: response.status, headers: response.headers });
  }
}

function refusal(status: number): Response {
  const code = status === 429 ? 'rate_limited' : status === 503 ? 'overloaded' : 'internal_error';
  const error = { code, message: 'Refused by the test.', request_id: 'req_test' };
  return Response.json({ error }, { status });
}
