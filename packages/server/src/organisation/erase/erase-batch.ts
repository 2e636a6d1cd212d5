import type { AgentId, UserId } from '@parley/protocol';
import type { AssetStore } from '../../accounts/assets/store.ts';
import { noteErasing, type ErasureRow } from '../../accounts/users/erasure-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes the model of an agent with its records. Passed in, because models are further right. */
export type EraseModel = (tx: Tx, agentId: AgentId) => Promise<unknown>;

/** One run of erasing a person. */
export interface Erasing {
  readonly app: EraseRunApp;
  readonly row: ErasureRow;
  readonly userId: UserId;
  /** How the person was called when the run began. */
  readonly person: { readonly handle: string; readonly displayName: string; readonly email: string | null };
  readonly assets: Pick<AssetStore, 'delete'>;
  readonly exports: Pick<AssetStore, 'delete'>;
  readonly eraseModel: EraseModel;
  readonly isStopped: () => boolean;
}

export type EraseRunApp = Pick<
  App,
  'storage' | 'config' | 'clock' | 'log' | 'commit' | 'hub' | 'timekeeper' | 'secrets' | 'engine'
>;

/** Rows that a batch changes at most. */
export const batchRows = 200;

/** Thrown where a run must not go on: the server stops, or another has taken the erasure. */
export class ErasureLeft extends Error {}

/** Runs a batch in a transaction. It says that this server is at it, and does nothing if another is. */
export function batch<T>(erasing: Erasing, write: (work: TranscriptWork) => Promise<T>): Promise<T> {
  const { app, row, isStopped } = erasing;
  return app.commit(async (work) => {
    if (isStopped() || !(await noteErasing(work.tx, row, new Date(app.clock.now()))))
      throw new ErasureLeft('erasure left to another server');
    return write(work);
  });
}

/** Runs batches until one changes fewer rows than it may. */
export async function batches(erasing: Erasing, write: (work: TranscriptWork) => Promise<number>): Promise<void> {
  while ((await batch(erasing, write)) >= batchRows);
}
