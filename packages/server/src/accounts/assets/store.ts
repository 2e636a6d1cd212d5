import type { Readable } from 'node:stream';

/** A range of an asset's bytes. Both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Stores bytes of files, such as assets. Keys are their ids: each is written once and never changed. */
export interface AssetStore {
  /** Stores the bytes of a file. Once it resolves, they survive a crash. May remove the file. */
  put(key: string, path: string): Promise<void>;
  /** Returns a range of the bytes. Rejects if there are none here. */
  get(key: string, range: ByteRange): Promise<Readable>;
  /** Removes the bytes, if there are any. */
  delete(key: string): Promise<void>;
}
