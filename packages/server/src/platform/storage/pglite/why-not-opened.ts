import { whyUnusable } from '../../settings/why-unusable.ts';

/** Error numbers of the database's inner file system, with the system error code of each. */
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

/** PostgreSQL's own messages for a full disk. */
const full = /No space left on device|Disk quota exceeded/;

/**
 * Returns why the embedded database could not be opened, in a sentence. Its file system throws bare error numbers; for
 * later failures the reason is in the database's last log output.
 */
export function whyNotOpened(error: unknown, lastWords: string | null): string {
  const { errno } = error as { readonly errno?: unknown };
  const code = typeof errno === 'number' ? codes[errno] : undefined;
  if (code !== undefined) return `${whyUnusable({ code })} (PARLEY_DATA_DIR).`;
  if (lastWords !== null && full.test(lastWords)) return `${whyUnusable({ code: 'ENOSPC' })} (PARLEY_DATA_DIR).`;
  const words = (lastWords ?? (error instanceof Error ? error.message : String(error)))
    .split('\n', 1)[0]
    ?.replace(/\.$/, '');
  return `${words}. If its files are damaged, restore a backup of the whole data folder (PARLEY_DATA_DIR).`;
}
