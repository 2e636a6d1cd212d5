import type { Context, Log } from '@parley/agent-sdk';
import type { LanguageModel } from 'ai';
import type { FailureKind } from './failures.ts';
import type { Settings } from './options.ts';
import type { Counters } from './state.ts';

/** For whom an answer is. */
export interface AskedBy {
  readonly deliveryId: string;
  readonly conversationId: string;
  /** The person on whose behalf the model is asked. */
  readonly userId: string;
}

/** An answer that is over. */
export interface FinishedAnswer extends AskedBy {
  readonly model: string;
  /** How many requests to the model it took. */
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null without prices. */
  readonly cost: number | null;
  /** Null without prices. */
  readonly currency: string | null;
  /** What ended it: a failure of the service, or `stopped` by the person or the program; null if the model answered to the end. */
  readonly failure: FailureKind | 'stopped' | null;
}

/** What answering works with. */
export interface Seat {
  readonly settings: Settings;
  readonly model: LanguageModel;
  readonly modelName: string;
  readonly counters: Counters;
  readonly log: Log;
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** The conversations in which `history.read` was asked for, each with the person who was asked. */
  readonly asked: Set<string>;
  readonly admit: (asked: AskedBy) => Promise<string | null>;
  readonly onAnswer: (answer: FinishedAnswer) => Promise<unknown>;
}

/** A delivery that the model answers. */
export type Asking = Context<'agent.call' | 'message.created' | 'task.assigned' | 'tick.scheduled' | 'tool.result'>;
