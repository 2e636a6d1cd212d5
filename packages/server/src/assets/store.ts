import type { Readable } from 'node:stream';

/** A part of an asset; both ends count. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where the bytes of assets lie. Keys are asset ids, so each is written once and never changed. */
export interface AssetStore {
  /** Takes the bytes of a file; once it resolves, they survive a crash. The file itself may be gone afterwards. */
  put(key: string, path: string): Promise<void>;
  /** The bytes, or a part of them. Rejects where there are none. */
  get(key: string, range: ByteRange): Promise<Readable>;
  /** Removes the bytes; where there are none, that is fine. */
  delete(key: string): Promise<void>;
}
