import { setTimeout as sleep } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { logToStderr, type Agent, type Clock, type Log } from '@parley/agent-sdk';
import { extractReasoningMiddleware, wrapLanguageModel, type LanguageModel } from 'ai';
import { readAddress } from './address.ts';
import { answer } from './answer.ts';
import { chooseModel, listModels, type Chosen } from './choose-model.ts';
import { failureOf } from './failure-of.ts';
import { readSettings, type ModelOptions, type Prices } from './options.ts';
import type { AskedBy, FinishedAnswer, Seat } from './seat.ts';
import { Counters, type ModelState } from './state.ts';

/** A model that answers for an agent. */
export interface ModelSeat {
  /** The name of the model that was chosen. */
  readonly model: string;
  /** Returns what it has done so far. */
  state(): ModelState;
}

/** What a seat takes from its agent's surroundings. */
export interface SeatOptions extends ModelOptions {
  readonly log?: Log;
  readonly clock?: Pick<Clock, 'now' | 'sleep'>;
  /** Gets the state after each change. */
  readonly onState?: (state: ModelState) => unknown;
  /**
   * Is asked before each answer. Words that it gives are sent instead of the answer, and the model is not asked; null lets the model answer.
   */
  readonly admit?: (asked: AskedBy) => Promise<string | null>;
  /** Gets each answer when it is over, with what it cost. A rejection is logged. */
  readonly onAnswer?: (answer: FinishedAnswer) => Promise<unknown>;
}

/**
 * Has a model answer what comes to an agent: messages, ticks of schedules, tasks, and calls of other agents. Handlers that were added to the
 * agent before go first.
 *
 * @throws ModelFailure if no model can be chosen or the key is refused; TypeError for an address that is none; RangeError for a number out
 * of its bounds. A service that is not there yet is no error if `model` is given.
 *
 * @example
 * const agent = Agent.fromEnv(process.env);
 * await seatModel(agent, { url: 'http://127.0.0.1:11434/v1', model: 'llama3.2' });
 * await agent.startRelay();
 */
export async function seatModel<State extends object>(agent: Agent<State>, options: SeatOptions): Promise<ModelSeat> {
  const { counters, ...seat } = seatChosen(agent, options, await findModel(options));
  counters.becomes('running');
  return seat;
}

/**
 * Reads the address, asks which models there are, and chooses one.
 *
 * @throws As `seatModel`.
 */
export function findModel(options: SeatOptions): Promise<Chosen> {
  return chooseModel(readAddress(options.url, options), options.model, options.log ?? logToStderr);
}

/**
 * Takes the model and the address as they are, without a request to the service: an address as `readModels` gave it.
 *
 * @throws TypeError for an address that is none.
 */
export function takeModel({ model, ...options }: SeatOptions & { readonly model: string }): Chosen {
  return { address: readAddress(options.url, options), model };
}

/** The models of an address. */
export interface ListedModels {
  /** Their names; null if the service has no list. */
  readonly models: readonly string[] | null;
  /** What a million tokens cost, by model, where the service says it. */
  readonly prices: ReadonlyMap<string, Prices>;
  /** The address below which the API answers, which may end with `/v1` where the given one does not. */
  readonly url: string;
}

/**
 * Asks an address which models there are.
 *
 * @throws ModelFailure if the service fails or refuses the key; TypeError for an address that is none.
 */
export async function readModels({
  url,
  key,
  fetch,
}: Pick<SeatOptions, 'fetch' | 'key' | 'url'>): Promise<ListedModels> {
  const address = readAddress(url, { key, fetch });
  const { models, prices, at } = await listModels(address).catch((error: unknown) => {
    throw failureOf(error, { key, hasBegun: false });
  });
  return { models, prices, url: at.base };
}

/** The same for a model that was chosen before; `counters` is for a caller that also runs the agent. */
export function seatChosen<State extends object>(
  agent: Agent<State>,
  options: SeatOptions,
  chosen: Chosen,
): ModelSeat & { readonly counters: Counters } {
  const { log = logToStderr, clock = machineClock, onState = () => undefined } = options;
  const prices = options.prices ?? chosen.prices;
  const { admit = () => Promise.resolve(null), onAnswer = () => Promise.resolve() } = options;
  const settings = readSettings({ ...options, ...(prices === undefined ? {} : { prices }) });
  const counters = new Counters(chosen.model, { prices, now: () => clock.now(), onState });
  const seat: Seat = {
    settings,
    model: languageModel(chosen),
    modelName: chosen.model,
    counters,
    log,
    clock,
    asked: new Set(),
    admit,
    onAnswer,
  };
  agent.on('message.created', { overlap: 'steer' }, (ctx) => answer(ctx as never, seat));
  agent.on(['tick.scheduled', 'tool.result'], (ctx) => answer(ctx as never, seat));
  // The room goes on talking while a task is worked on, and a caller does not wait for the room.
  agent.on(['task.assigned', 'agent.call'], { overlap: 'parallel' }, (ctx) => answer(ctx as never, seat));
  return { model: chosen.model, state: () => counters.state, counters };
}

/** Words between think tags, which many local models write first, are no part of the answer. */
function languageModel({ address: { base, key, fetch }, model }: Chosen): LanguageModel {
  const service = createOpenAICompatible({
    name: 'model',
    baseURL: base,
    ...(key === undefined ? {} : { apiKey: key }),
    includeUsage: true,
    fetch,
  });
  return wrapLanguageModel({
    model: service.chatModel(model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
}

const machineClock: Pick<Clock, 'now' | 'sleep'> = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
