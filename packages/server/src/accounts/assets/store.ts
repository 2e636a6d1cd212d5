import type { Readable } from 'node:stream';

/** A range of an asset's bytes. Both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Stores the bytes of assets. Keys are asset ids: each is written once and never changed. */
export interface AssetStore {
  /** Stores the bytes of a file. Once it resolves, they survive a crash. May remove the file. */
  put(key: string, path: string): Promise<void>;
  /** Returns a range of the bytes. Rejects if the asset has no bytes here. */
  get(key: string, range: ByteRange): Promise<Readable>;
  /** Removes the bytes, if there are any. */
  delete(key: string): Promise<void>;
}
