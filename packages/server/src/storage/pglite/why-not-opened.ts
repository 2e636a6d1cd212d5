import { whyUnusable } from '../../settings/why-unusable.ts';

/** The numbers by which the file system inside the database names what the one outside has said. */
const codes: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  22: 'EFBIG',
  33: 'EMFILE',
  44: 'ENOENT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
};

/** The words in which PostgreSQL itself reports a full disk. */
const full = /No space left on device|Disk quota exceeded/;

/**
 * Why the embedded database could not be opened, in a sentence. Its file system throws bare numbers, and where it fails further in
 * the reason is in what the database has written last.
 */
export function whyNotOpened(error: unknown, lastWords: string | null): string {
  const { errno } = error as { readonly errno?: unknown };
  const code = typeof errno === 'number' ? codes[errno] : undefined;
  if (code !== undefined) return `${whyUnusable({ code })} (PARLEY_DATA_DIR).`;
  if (lastWords !== null && full.test(lastWords)) return `${whyUnusable({ code: 'ENOSPC' })} (PARLEY_DATA_DIR).`;
  return lastWords ?? (error instanceof Error ? error.message : String(error));
}
