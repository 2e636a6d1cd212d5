import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '#platform';
import type { Memory, Platform } from './platform.ts';
import type { FakeClock } from './time/fake-clock.ts';
import { deliveriesUnderWay, requestsUnderWay } from './time/under-way.ts';

/** The platform of a world: it can go down and come back at the same address, with all that it knew. */
export class RunningPlatform {
  readonly baseUrl: string;
  readonly #memory: Memory;
  readonly #folder: string;
  readonly #clock: FakeClock;
  readonly #env: Readonly<Record<string, string>>;
  readonly #requests: ReturnType<typeof requestsUnderWay>;
  readonly #unwatch: () => void;
  #platform: Platform | null;

  static async open(
    clock: FakeClock,
    settings: Readonly<Record<string, string>>,
    held: () => number,
  ): Promise<RunningPlatform> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-world-'));
    const memory = await openMemory();
    const env = { ...usualSettings, PARLEY_DATA_DIR: folder, ...settings };
    try {
      const platform = await memory.openPlatform({ env, clock });
      return new RunningPlatform({ platform, memory, folder, clock, env, held });
    } catch (error) {
      await memory.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(parts: {
    readonly platform: Platform;
    readonly memory: Memory;
    readonly folder: string;
    readonly clock: FakeClock;
    readonly env: Readonly<Record<string, string>>;
    readonly held: () => number;
  }) {
    const { platform, memory, folder, clock, env, held } = parts;
    this.baseUrl = platform.baseUrl;
    this.#platform = platform;
    this.#memory = memory;
    this.#folder = folder;
    this.#clock = clock;
    this.#env = { ...env, PARLEY_PORT: new URL(platform.baseUrl).port };
    this.#requests = requestsUnderWay(this.baseUrl);
    const isDelivering = deliveriesUnderWay(() => Math.max(0, (this.#platform?.underWay() ?? 0) - held()));
    this.#unwatch = clock.watch(
      () => this.#platform?.isBusy() === true || this.#requests.count() > 0 || isDelivering(),
    );
  }

  async goDown(): Promise<void> {
    const platform = this.#platform;
    this.#platform = null;
    await platform?.close(graceMs);
  }

  async comeBack(): Promise<void> {
    this.#platform ??= await this.#memory.openPlatform({ env: this.#env, clock: this.#clock });
  }

  async close(): Promise<void> {
    await this.goDown();
    this.#unwatch();
    this.#requests.close();
    await this.#memory.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Running work ends soon after: a finished test needs none of it. */
const graceMs = 200;

const usualSettings = {
  PARLEY_PORT: '0',
  PARLEY_DEMO: '0',
  PARLEY_RATE_LIMIT: 'off',
  PARLEY_LOG_LEVEL: 'silent',
  PARLEY_QUOTA_AGENTS: '1000',
};
