import type { Sealed } from '../../platform/storage/secret-box.ts';

/*
 * The content of a backup, after encryption and compression: lines of JSON, and the bytes of each asset behind its line.
 * In this order: the header; for each table a line with its columns, then its rows; the sequences; the assets; the end.
 * A row is an array of the texts of its columns, or nulls, as PostgreSQL writes them.
 */

/** The first line. */
export interface HeaderEntry {
  readonly kind: 'header';
  /** The version of Parley that made the backup. */
  readonly version: string;
  /** When the snapshot was taken, ISO 8601. */
  readonly createdAt: string;
  /** The migrations that had run, in their order. */
  readonly migrations: readonly string[];
  /** The sealed value that proves the secret key; null in a database that no server has used. */
  readonly keyProof: { readonly keyId: string; readonly bytes: string } | null;
}

export interface TableEntry {
  readonly kind: 'table';
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequencesEntry {
  readonly kind: 'sequences';
  readonly values: Readonly<Record<string, SequenceValue>>;
}

export interface SequenceValue {
  readonly last: string;
  readonly isCalled: boolean;
}

/** An asset. `size` bytes follow; null if the bytes were gone, because the asset was deleted during the backup. */
export interface AssetEntry {
  readonly kind: 'asset';
  readonly id: string;
  readonly size: number | null;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The last line: how many rows each table has, and their checksum. */
export interface EndEntry {
  readonly kind: 'end';
  readonly tables: Readonly<Record<string, TableSum>>;
  readonly assets: number;
  readonly missingAssets: number;
}

export interface TableSum {
  readonly rows: number;
  /** See `row-sum.ts`. */
  readonly sum: string;
}

export type Entry = HeaderEntry | TableEntry | SequencesEntry | AssetEntry | EndEntry;

export function proofOf(header: HeaderEntry): Sealed | null {
  const { keyProof } = header;
  return keyProof === null ? null : { keyId: keyProof.keyId, bytes: Buffer.from(keyProof.bytes, 'base64') };
}
