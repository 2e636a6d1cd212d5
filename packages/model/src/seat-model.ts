import { setTimeout as sleep } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { logToStderr, type Agent, type Clock, type Log } from '@parley/agent-sdk';
import { extractReasoningMiddleware, wrapLanguageModel, type LanguageModel } from 'ai';
import { readAddress } from './address.ts';
import { answerMessage, answerResult } from './answer.ts';
import { chooseModel, type Chosen } from './choose-model.ts';
import { readSettings, type ModelOptions } from './options.ts';
import type { Seat } from './seat.ts';
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
}

/**
 * Has a model answer the messages of an agent. Handlers that were added to the agent before go first.
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

/** The same for a model that was chosen before; `counters` is for a caller that also runs the agent. */
export function seatChosen<State extends object>(
  agent: Agent<State>,
  options: SeatOptions,
  chosen: Chosen,
): ModelSeat & { readonly counters: Counters } {
  const { log = logToStderr, clock = machineClock, onState = () => undefined, prices } = options;
  const settings = readSettings(options);
  const counters = new Counters(chosen.model, { prices, now: () => clock.now(), onState });
  const seat: Seat = {
    settings,
    model: languageModel(chosen),
    modelName: chosen.model,
    counters,
    log,
    clock,
    asked: new Set(),
  };
  agent.on('message.created', { overlap: 'steer' }, (ctx) => answerMessage(ctx as never, seat));
  agent.on('tool.result', (ctx) => answerResult(ctx as never, seat));
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
