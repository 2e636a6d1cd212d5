import { streamText, type ModelMessage, type ToolSet } from 'ai';
import { Deadline } from './deadline.ts';
import { failureOf } from './failure-of.ts';
import { ModelFailure } from './failures.ts';
import type { Seat } from './seat.ts';
import type { Tokens } from './state.ts';
import type { WantedCall } from './tools.ts';

/** One request to the model. */
export interface Request {
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  /** Without it the model has to answer in words. */
  readonly mayCall: boolean;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface Answered {
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly WantedCall[];
  readonly text: string;
  /** Why the answer ended, such as `stop` or `length`. */
  readonly finish: string;
  readonly tokens: Tokens;
}

/** The longest text of one request: a reply holds 256 KiB of JSON. */
const textCharacters = 60_000;

/**
 * Makes one request and yields its words as they come.
 *
 * @throws ModelFailure if the service fails; the reason of the signal if the answer is no longer wanted.
 */
export async function* askModel(seat: Seat, request: Request): AsyncGenerator<string, Answered> {
  const { settings, model } = seat;
  const deadline = new Deadline(settings.timeoutMs, request.signal);
  const calls: WantedCall[] = [];
  let hasBegun = false;
  let text = '';
  let finish = 'unknown';
  let tokens: Tokens = { input: 0, output: 0 };
  try {
    const turn = streamText({
      model,
      messages: request.messages,
      ...(Object.keys(request.tools).length > 0
        ? { tools: request.tools, toolChoice: request.mayCall ? 'auto' : 'none' }
        : {}),
      ...(settings.instructions === undefined ? {} : { system: settings.instructions }),
      ...(settings.maxOutputTokens === undefined ? {} : { maxOutputTokens: settings.maxOutputTokens }),
      maxRetries: 0,
      abortSignal: deadline.signal,
      onError: () => undefined,
    });
    for await (const part of turn.fullStream) {
      deadline.heard();
      hasBegun ||= !['start', 'start-step', 'error', 'abort'].includes(part.type);
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') deadline.signal.throwIfAborted();
      if (part.type === 'text-delta' && part.text !== '') {
        text += part.text;
        if (text.length > textCharacters) throw new ModelFailure('too_long');
        yield part.text;
      }
      if (part.type === 'tool-call' && part.invalid !== true) calls.push(part);
      if (part.type === 'finish-step') {
        finish = part.finishReason;
        tokens = { input: part.usage.inputTokens ?? 0, output: part.usage.outputTokens ?? 0 };
      }
    }
    const { messages } = await turn.response;
    return { messages, calls, text, finish, tokens };
  } catch (error) {
    request.signal.throwIfAborted();
    if (deadline.signal.aborted) throw deadline.signal.reason;
    throw failureOf(error, { key: settings.key, hasBegun });
  } finally {
    deadline.end();
    seat.counters.spent(tokens);
  }
}
