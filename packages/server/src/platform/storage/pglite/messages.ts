/** Arguments of the worker thread. */
export interface WorkerStart {
  /** The folder of the database, or null for an in-memory database. */
  folder: string | null;
  /** A dump that the new database starts with; null for an empty one. */
  dump: Uint8Array<ArrayBuffer> | null;
}

/** Messages to the worker. A session is one driver connection; its bytes are PostgreSQL's wire protocol. */
export type ToWorker =
  | { kind: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; session: number }
  | { kind: 'dump' }
  | { kind: 'close' };

/**
 * Messages from the worker. `lost` means that a session has ended, because of an error or because a newer one replaced
 * it.
 */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'lost'; session: number; reason: string }
  | { kind: 'dumped'; dump: Uint8Array<ArrayBuffer> }
  | { kind: 'warning'; text: string };
