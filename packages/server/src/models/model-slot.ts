import type { AgentId, CredentialId } from '@parley/protocol';
import { withinLimit } from '../platform/time/within-limit.ts';
import { noteState, type NotedState } from './model-queries.ts';
import type { ModelRow } from './model.ts';
import type { ModelsApp } from './models-app.ts';
import { NotOffered, runModel, type ModelRun } from './run-model.ts';

/** What slots need of their server. */
export interface SlotParts extends Pick<ModelsApp, 'app' | 'offers' | 'fetch'> {
  readonly localUrl: string;
  /** Called when a start has failed and is due again later. */
  readonly wake: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 5 * 60_000;
/** A start that takes longer is ended and tried again. */
const startMs = 60_000;
/** Answers in progress have this long when the model, key or instructions change. */
const changeGraceMs = 10_000;

/** One model on this server: starts it, starts it again after changes and failures, and stops it. */
export class ModelSlot {
  #run: ModelRun | null = null;
  #busy: Promise<void> | null = null;
  #failures = 0;
  #retryAt = 0;
  #isOver = false;
  readonly #starting = new AbortController();

  constructor(
    private readonly parts: SlotParts,
    private readonly agentId: AgentId,
    private readonly nodeId: string,
  ) {}

  /** When a failed start is due again, in milliseconds since 1970; null if none is. */
  get retryAt(): number | null {
    return this.#run === null && this.#busy === null && this.#retryAt > 0 ? this.#retryAt : null;
  }

  /** Brings the model to what its row says. `signer` is the agent's newest live credential. */
  sync(row: ModelRow, signer: CredentialId | null): void {
    const isCurrent = this.#run?.revision === row.revision && this.#run.credentialId === signer;
    const isPausing = this.#run === null && this.parts.app.clock.now() < this.#retryAt;
    if (this.#isOver || this.#busy !== null || isCurrent || isPausing) return;
    this.#busy = this.#restart(row).finally(() => {
      this.#busy = null;
      this.parts.wake();
    });
  }

  /** Ends the model. */
  async stop(graceMs: number): Promise<void> {
    this.#isOver = true;
    this.#starting.abort();
    await this.#busy;
    await this.#end(graceMs);
  }

  async #restart(row: ModelRow): Promise<void> {
    const { app, localUrl } = this.parts;
    const about = { agentId: this.agentId, model: row.model };
    try {
      await this.#end(changeGraceMs);
      if (this.#isOver) return;
      const noted = (state: NotedState) => this.#note(row, state);
      const start = (signal: AbortSignal) => runModel(this.parts, row, { localUrl, signal, noted });
      this.#run = await withinLimit(app.clock, startMs, start, [this.#starting.signal]);
      this.#failures = 0;
      this.#retryAt = 0;
      app.log.info(about, 'model started');
      await this.#write({ state: 'running', ...(row.failure_kind === 'not_started' ? { failure: null } : {}) });
    } catch (error) {
      if (this.#isOver) return;
      const pauseMs = Math.min(firstPauseMs * 2 ** this.#failures, longestPauseMs);
      this.#failures += 1;
      this.#retryAt = app.clock.now() + pauseMs;
      const message = error instanceof NotOffered ? error.message : 'The server could not start the model.';
      if (this.#failures === 1) app.log.error({ ...about, err: error }, 'could not start model; retrying');
      await this.#write({ state: 'failing', failure: { kind: 'not_started', message } });
    }
  }

  async #end(graceMs: number): Promise<void> {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    await run.stop(graceMs).catch((error: unknown) => {
      this.parts.app.log.error({ err: error, agentId: this.agentId }, 'could not end the answers of a model');
    });
    this.parts.app.log.info({ agentId: this.agentId }, 'model stopped');
  }

  #note(row: ModelRow, { state, failure = null }: NotedState): void {
    const { log } = this.parts.app;
    const about = { agentId: this.agentId, model: row.model };
    if (failure === null) log.info(about, 'model answers again');
    else log.warn({ ...about, kind: failure.kind, reason: failure.message }, 'model fails');
    void this.#write({ state, failure });
  }

  async #write(state: NotedState): Promise<void> {
    const { agentId, nodeId } = this;
    const { storage, clock, log } = this.parts.app;
    await noteState(storage.db, { agentId, nodeId }, state, new Date(clock.now())).catch((error: unknown) =>
      log.error({ err: error, agentId }, 'could not note the state of a model'),
    );
  }
}
