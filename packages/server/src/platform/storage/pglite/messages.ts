import type { Image } from './read-image.ts';

/** Arguments of the worker thread: the folder of the database, or what one in memory begins with; null for nothing. */
export type WorkerStart =
  { readonly folder: string; readonly image: null } | { readonly folder: null; readonly image: Image | null };

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
  | { kind: 'dumped'; dump: Image }
  | { kind: 'warning'; text: string };
