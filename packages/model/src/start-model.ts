import { Agent, logToStderr, type AgentOptions } from '@parley/agent-sdk';
import type { Chosen } from './choose-model.ts';
import { findModel, seatChosen, type SeatOptions } from './seat-model.ts';
import type { ModelState } from './state.ts';

/** A model, and the agent that it answers for. */
export interface StartModelOptions
  extends SeatOptions, Pick<AgentOptions, 'baseUrl' | 'agentId' | 'credentialId' | 'secret' | 'handle'> {
  /** What `findModel` gave for these options; without it, the service is asked. */
  readonly chosen?: Chosen;
  /** How many conversations are answered at once, 1 to 100; 4 by default. */
  readonly concurrency?: number;
  /** Ends a start that has not resolved, which then rejects. */
  readonly signal?: AbortSignal;
  /** Further options of the agent, such as the `fetch` that the platform is called with. */
  readonly agent?: Partial<AgentOptions>;
}

/** A model that runs as an agent. */
export interface RunningModel {
  /** The name of the model that was chosen. */
  readonly model: string;
  /** Returns what it has done so far. */
  state(): ModelState;
  /** Ends it. Answers in progress have `graceMs` (10 seconds by default) to end; the drafts of the others are closed. */
  stop(graceMs?: number): Promise<void>;
}

const mostWaiting = 1000;

/**
 * Runs a model as an agent, by relay. Resolves once deliveries reach it, and reconnects automatically afterwards.
 *
 * @throws As `seatModel`; RefusedError if the platform refuses the credential.
 *
 * @example
 * const running = await startModel({ baseUrl, agentId, credentialId, secret, url: 'http://127.0.0.1:11434/v1' });
 * console.log(running.state().outputTokens);
 */
export async function startModel(options: StartModelOptions): Promise<RunningModel> {
  const { baseUrl, agentId, credentialId, secret, handle, concurrency = 4, log = logToStderr } = options;
  if (!(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 100)) {
    throw new RangeError(`concurrency is ${concurrency}: give a whole number from 1 to 100.`);
  }
  const chosen = options.chosen ?? (await findModel(options));
  const agent = new Agent({
    baseUrl,
    agentId,
    credentialId,
    secret,
    concurrency,
    log,
    queueLimit: mostWaiting,
    ...(handle === undefined ? {} : { handle }),
    ...options.agent,
  });
  const { model, state, counters } = seatChosen(agent, options, chosen);
  await untilOpen(agent, options.signal);
  counters.becomes('running');
  return {
    model,
    state,
    async stop(graceMs) {
      counters.becomes('stopped');
      await agent.stop(graceMs);
    },
  };
}

/** The relay tries again for as long as the platform is away, so a start may have to be ended. */
async function untilOpen(agent: Agent, signal: AbortSignal | undefined): Promise<void> {
  const end = () => void agent.stop(0);
  signal?.addEventListener('abort', end, { once: true });
  try {
    await agent.startRelay();
    signal?.throwIfAborted();
  } catch (error) {
    await agent.stop(0);
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
