/** Where the SDK's own files are, to distinguish their stack lines from the caller's: source maps name `src` for what runs from `dist`. */
const ownFolders = foldersOf(import.meta.url);

/** The lines of the stack that are not the SDK's own, from the one that called it; empty where the runtime does not say. */
export function callerLine(): string {
  const lines = (new Error().stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const first = lines.findIndex((line) => !isOwn(line));
  return first < 0 ? '' : lines.slice(first).join('\n');
}

/** The error with a stack that begins where it was called: what lies between is the SDK's own, and says nothing to its author. */
export function at(error: unknown, callers: string): unknown {
  if (error instanceof Error && !(error.stack ?? '').includes(callers)) return from(error, callers);
  return error;
}

/** The same for an error that was thrown between the two, and so has both in its stack. */
export function from(error: unknown, callers: string): unknown {
  if (error instanceof Error && callers !== '') error.stack = `${error.name}: ${error.message}\n${callers}`;
  return error;
}

function isOwn(line: string): boolean {
  if (/\bnode:internal|<anonymous>\)?$/.test(line)) return true;
  return ownFolders.some((folder) => line.includes(folder)) && !/\.test\.ts:/.test(line);
}

/** None where the SDK was bundled with its caller, since both then have one place. */
function foldersOf(url: string | undefined): string[] {
  const root = /^(?:file:\/\/)?(.*\/agent-sdk\/)(?:src|dist)\//.exec(url ?? '')?.[1];
  if (root === undefined) return [];
  // A stack names a file by its URL or by its path, in which a space is no %20.
  return [root, decodeURI(root)].flatMap((folder) => [`${folder}src/`, `${folder}dist/`]);
}
