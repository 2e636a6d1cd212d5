import type { RunningModel, StartModelOptions } from '@parley/model';
import type { CredentialId } from '@parley/protocol';
import type { App } from '../chat/conversations/app.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { ModelRow } from './model.ts';
import { modelPackage } from './model-package.ts';
import type { NotedState } from './model-queries.ts';
import type { ModelsApp } from './models-app.ts';
import { admitBy, choiceOf, recordWith } from './seat-options.ts';
import { signingCredential } from './signing-credential.ts';
import { endTurns, Turns } from './turns.ts';

/** A model that this server runs. */
export interface ModelRun {
  readonly revision: number;
  readonly credentialId: CredentialId;
  /** Ends it. Answers in progress have `graceMs`; then their drafts close. */
  stop(graceMs: number): Promise<void>;
}

/** The operator has taken the offer back. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** How many conversations of one model are answered at once, and how many deliveries of it may wait. */
const concurrency = 4;
const queueLimit = 200;
/** How long ending answers have to close their drafts themselves. */
const closingMs = 2000;

/**
 * Runs a model in this process: its agent is connected to this server's own door, like any other. Resolves once
 * deliveries reach it. `noted` gets each change of its state.
 */
export async function runModel(
  { app, offers, fetch }: Pick<ModelsApp, 'app' | 'offers' | 'fetch'>,
  row: ModelRow,
  { localUrl, signal, noted }: RunOptions,
): Promise<ModelRun> {
  const { agent_id: agentId, revision } = row;
  const offer = row.offer_id === null ? null : (offers.get(row.offer_id) ?? null);
  const choice = choiceOf(app, row, offer, fetch);
  if (choice === null) throw new NotOffered('The operator does not offer this model any more.');
  await endTurns(app, agentId);
  const credential = await signingCredential(app, agentId);
  const turns = new Turns(app, agentId);
  const { startModel, takeModel } = await modelPackage();
  const running = await startModel({
    ...choice,
    ...credential,
    baseUrl: localUrl,
    agentId,
    concurrency,
    chosen: takeModel(choice),
    clock: clockOf(app),
    log: logOf(app, agentId),
    onState: tellingChanges(noted),
    admit: admitBy(app, offer),
    onAnswer: recordWith(app, row),
    signal,
    agent: { queueLimit, seen: turns, clock: clockOf(app) },
  });
  const { credentialId } = credential;
  return { revision, credentialId, stop: (graceMs) => stop(app, running, { agentId, turns, graceMs }) };
}

export interface RunOptions {
  /** The address at which this server listens. */
  readonly localUrl: string;
  /** Ends a start that hangs. */
  readonly signal: AbortSignal;
  readonly noted: (state: NotedState) => void;
}

async function stop(
  app: App,
  running: RunningModel,
  {
    agentId,
    turns,
    graceMs,
  }: { readonly agentId: ModelRow['agent_id']; readonly turns: Turns; readonly graceMs: number },
): Promise<void> {
  await running.stop(graceMs);
  for (let waitedMs = 0; turns.open > 0 && waitedMs < closingMs; waitedMs += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  await endTurns(app, agentId);
}

const pollMs = 20;

/** The platform's time, by which calls are signed. Waits last as long as the network's. */
function clockOf({ clock }: Pick<App, 'clock'>): NonNullable<NonNullable<StartModelOptions['agent']>['clock']> {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = () => {
          cancel();
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const cancel = systemClock.after(ms, end);
        signal?.addEventListener('abort', end);
      }),
  };
}

/** The server's log has a line for each change of state; everything else is logged at debug level. */
function logOf({ log }: Pick<App, 'log'>, agentId: string): NonNullable<StartModelOptions['log']> {
  return (_level, message, details) => log.debug({ agentId, ...details }, message);
}

/** Tells when the model begins to fail, and when it answers again. */
function tellingChanges(noted: RunOptions['noted']): NonNullable<StartModelOptions['onState']> {
  let isFailing = false;
  return ({ status, lastFailure }) => {
    if (status === 'failing' && lastFailure && !isFailing) {
      isFailing = true;
      noted({ state: 'failing', failure: { kind: lastFailure.kind, message: lastFailure.message } });
    }
    if (status === 'running' && isFailing) {
      isFailing = false;
      noted({ state: 'running', failure: null });
    }
  };
}
