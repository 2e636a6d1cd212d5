const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its path leads through a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'this process has too many files open',
  ENAMETOOLONG: 'its name is too long',
};

/** Returns why a file or folder could not be used, in words that follow a colon. */
export function whyUnusable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
