/** What the worker thread is started with. */
export interface WorkerStart {
  /** The folder of the database, or null to keep it in memory. */
  folder: string | null;
  /** A dump made by `dump`, which a new database begins with instead of being empty. */
  dump: Uint8Array<ArrayBuffer> | null;
}

/** From the main thread. A session is one driver connection; its bytes are PostgreSQL's wire protocol. */
export type ToWorker =
  | { kind: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; session: number }
  | { kind: 'dump' }
  | { kind: 'close' };

/** From the worker. `lost` says that a session is over, because of an error or because a newer one took its place. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'lost'; session: number; reason: string }
  | { kind: 'dumped'; dump: Uint8Array<ArrayBuffer> }
  | { kind: 'warning'; text: string };
