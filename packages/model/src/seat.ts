import type { Context, Log } from '@parley/agent-sdk';
import type { LanguageModel } from 'ai';
import type { Settings } from './options.ts';
import type { Counters } from './state.ts';

/** What answering works with. */
export interface Seat {
  readonly settings: Settings;
  readonly model: LanguageModel;
  readonly modelName: string;
  readonly counters: Counters;
  readonly log: Log;
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** The conversations in which `history.read` was asked for. */
  readonly asked: Set<string>;
}

/** A delivery that the model answers. */
export type Asking = Context<'message.created'> | Context<'task.assigned'> | Context<'tool.result'>;
