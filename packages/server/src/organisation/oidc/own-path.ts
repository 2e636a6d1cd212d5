const longest = 2_000;

/** Returns a path of this server as it was given, or `/` for anything that might lead a browser elsewhere. */
export function ownPath(given: string | undefined): string {
  if (given === undefined || given.length > longest || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given)) return '/';
  // A browser drops some characters and turns others; what it makes of the path must still be here.
  const base = 'http://parley.invalid';
  if (given.includes('\\') || !URL.canParse(given, base)) return '/';
  const { origin, pathname, search, hash } = new URL(given, base);
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
