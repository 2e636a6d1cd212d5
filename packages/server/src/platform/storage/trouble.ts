/** A state of the database or of a disk in which work fails for now. Each is a refusal and a reason of `/readyz`. */
export type Trouble = 'database_unavailable' | WriteTrouble;

/** A state in which reads still work. */
export type WriteTrouble = 'database_read_only' | 'storage_full';

const READ_ONLY_TRANSACTION = '25006';
const DISK_FULL = '53100';
const IO_ERROR = '58030';
/** PostgreSQL's messages for a full disk, for errors with a code that says only that I/O failed. */
const fullWords = /No space left on device|Disk quota exceeded/;
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/**
 * Errors that mean that the database could not be reached. They are marked, because other peers fail with the same
 * codes.
 */
const outages = new WeakSet<object>();

/** Marks an error as caused by a lost or failed database connection. */
export function markOutage(error: unknown): void {
  if (typeof error === 'object' && error !== null) outages.add(error);
}

/** Returns the state that made the work fail or may have, or null if it failed for another reason. */
export function troubleOf(error: unknown): Trouble | null {
  if (typeof error !== 'object' || error === null) return null;
  if (outages.has(error)) return 'database_unavailable';
  return writeTroubleOf(error) ?? troubleOf((error as { readonly cause?: unknown }).cause);
}

/** Returns why the database or the file system refused a write, or null for any other error. */
export function writeTroubleOf(error: unknown): WriteTrouble | null {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (code === READ_ONLY_TRANSACTION) return 'database_read_only';
  if (code === DISK_FULL || fullCodes.has(code)) return 'storage_full';
  return code === IO_ERROR && fullWords.test(String(message)) ? 'storage_full' : null;
}
