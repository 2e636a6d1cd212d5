import type { Clock } from './time/clock.ts';

/** What `#platform` is: the server, built into this package as one file (package.json, `imports`). */

export interface PlatformOptions {
  /** Settings by their names in docs/running.md. The environment of the process is not read. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** A running server. */
export interface Platform {
  readonly baseUrl: string;
  readonly demoUrl: string | null;
  /** Whether a statement is under way, or waits for its turn. */
  isBusy(): boolean;
  /** How many deliveries are on their way, their outcome not yet recorded. */
  underWay(): number;
  close(graceMs: number): Promise<void>;
}

/** A database in memory, which outlives the platforms that run on it one after the other. */
export interface Memory {
  openPlatform(options: PlatformOptions): Promise<Platform>;
  close(): Promise<void>;
}

/** Opens a server on its data folder. */
export declare const openPlatform: (options: PlatformOptions) => Promise<Platform>;
export declare const openMemory: () => Promise<Memory>;
