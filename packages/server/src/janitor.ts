import type { App } from './app.ts';
import type { Db } from './storage/storage.ts';

export interface JanitorJob {
  readonly name: string;
  run(db: Db, now: Date, limit: number): Promise<number>;
}

export interface Janitor {
  stop(): Promise<void>;
  sweep(): Promise<void>;
}

export function startJanitor(_app: Pick<App, 'storage' | 'clock' | 'log'>, _jobs: readonly JanitorJob[]): Janitor {
  return { stop: async () => undefined, sweep: async () => undefined };
}
