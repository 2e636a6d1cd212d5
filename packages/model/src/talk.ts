import { text, toolResult, toolUse, type SendableBlock, type StreamPiece } from '@parley/agent-sdk';
import type { ModelMessage } from 'ai';
import type { Answered } from './ask-model.ts';
import { askWithRetries } from './ask-with-retries.ts';
import { partsOf } from './attachments.ts';
import { ModelFailure } from './failures.ts';
import { mergeMessages } from './merge-messages.ts';
import type { Asking, Seat } from './seat.ts';
import { asObject, offeredTools, resultPart, runCall, type Offered, type RanCall, type WantedCall } from './tools.ts';

const mostCallsAtOnce = 16;
/** How many calls one message shows; a message holds 50 blocks. */
const mostCallsShown = 20;
const shownCharacters = 2000;

/** One answer: requests to the model, and the calls between them. A person's decision may part it into several messages. */
export class Talk {
  readonly #ctx: Asking;
  readonly #seat: Seat;
  readonly #older: ModelMessage[];
  readonly #newer: ModelMessage[];
  #offered: Offered | null = null;
  #ran: readonly RanCall[] = [];
  /** Calls that the person has to decide on before the model continues. */
  #waiting: readonly WantedCall[] = [];
  #steps = 0;
  #shownCalls = 0;
  #tokens = { input: 0, output: 0 };
  #failure: ModelFailure | null = null;
  #isOver = false;

  constructor(ctx: Asking, seat: Seat, parts: { readonly older: ModelMessage[]; readonly newer: ModelMessage[] }) {
    this.#ctx = ctx;
    this.#seat = seat;
    this.#older = parts.older;
    this.#newer = parts.newer;
  }

  /** Whether nothing more is to come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Why the model did not answer to the end; null if it did. */
  get failure(): ModelFailure | null {
    return this.#failure;
  }

  get spent() {
    return { ...this.#tokens, steps: this.#steps };
  }

  /** Runs the calls that wait for a person. Resolves when all are decided. */
  async decide(): Promise<void> {
    await this.#run(this.#waiting);
    this.#waiting = [];
  }

  /** Yields the next message, as it is written: to the end of the answer, or to a call that a person has to decide on. */
  async *message(): AsyncGenerator<StreamPiece, void> {
    this.#shownCalls = 0;
    try {
      yield* this.#goOn();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.#failure = error;
      this.#isOver = true;
      yield text(error.words);
    }
  }

  async *#goOn(): AsyncGenerator<StreamPiece, void> {
    this.#offered ??= await offeredTools(this.#ctx, this.#seat);
    for (;;) {
      yield* this.#show();
      await this.#takeNewer();
      const mayCall = this.#steps + 1 < this.#seat.settings.steps;
      const answer = yield* this.#ask(this.#offered, mayCall);
      const { calls } = answer;
      if (calls.length === 0) {
        this.#isOver = true;
        return yield* endOf(answer);
      }
      if (calls.some(({ toolName }) => this.#offered?.asksPerson(toolName))) {
        this.#waiting = calls;
        if (answer.text.trim() === '') yield `I would like to use ${namesOf(calls)}. That needs your decision.`;
        return;
      }
      await this.#run(calls);
    }
  }

  async *#ask({ tools }: Offered, mayCall: boolean): AsyncGenerator<string, Answered> {
    const whole = () => mergeMessages([...this.#older, ...this.#newer]);
    const { signal } = this.#ctx;
    this.#steps += 1;
    const answer = yield* askWithRetries(this.#seat, { tools, mayCall, signal, older: this.#older, whole });
    this.#tokens = {
      input: this.#tokens.input + answer.tokens.input,
      output: this.#tokens.output + answer.tokens.output,
    };
    this.#newer.push(...answer.messages);
    return answer;
  }

  /** Runs calls side by side. Calls beyond the bound are refused, since each needs a result. */
  async #run(calls: readonly WantedCall[]): Promise<void> {
    const results = await Promise.all(
      calls.map((call, index) =>
        index < mostCallsAtOnce
          ? runCall(this.#ctx, call)
          : Promise.resolve({ call, succeeded: false, result: `At most ${mostCallsAtOnce} calls at once.` }),
      ),
    );
    this.#newer.push({ role: 'tool', content: results.map(resultPart) });
    this.#ran = results;
  }

  /** Shows the calls that ran, for the owner of the agent. */
  async *#show(): AsyncGenerator<SendableBlock[], void> {
    for (const { call, succeeded, result } of this.#ran) {
      this.#shownCalls += 1;
      if (this.#shownCalls > mostCallsShown) break;
      const id = `call_${this.#steps}_${this.#shownCalls}`;
      yield [toolUse(id, call.toolName, shownInput(call.input)), toolResult(id, cut(result), !succeeded)];
    }
    this.#ran = [];
  }

  /** Takes what the person wrote meanwhile, so that the next request to the model knows it. */
  async #takeNewer(): Promise<void> {
    const { images = false } = this.#seat.settings;
    if (!this.#ctx.is('message.created')) return;
    for await (const more of this.#ctx.steers({ wait: false })) {
      this.#newer.push({ role: 'user', content: await partsOf(more, images) });
    }
  }
}

function* endOf({ finish, text: said }: Answered): Generator<StreamPiece, void> {
  if (finish === 'length') yield text('(The answer reached the most that my model may say, so it ends here.)');
  else if (finish === 'content-filter') yield text("(My model's service withheld the rest of this answer.)");
  else if (said.trim() === '') yield text('My model gave an empty answer. Please ask again in other words.');
}

const namesOf = (calls: readonly WantedCall[]) => [...new Set(calls.map(({ toolName }) => toolName))].join(', ');

const cut = (result: string) => result.slice(0, shownCharacters);

function shownInput(input: unknown): Record<string, unknown> {
  const json = JSON.stringify(input) ?? '';
  return json.length > shownCharacters ? { cut: cut(json) } : asObject(input);
}
