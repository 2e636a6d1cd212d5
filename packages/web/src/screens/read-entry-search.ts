export interface EntrySearch {
  /** The address to open after sign-in: a path of this app. */
  readonly next: string;
  /** Whether the session expired, so that the page should say so. */
  readonly hasEnded: boolean;
  /** Why a sign-in by a provider failed, or null. */
  readonly error: string | null;
}

/** Parses the query of an entry page. Ignores an address of another site. */
export function readEntrySearch(search: URLSearchParams): EntrySearch {
  const next = search.get('next') ?? '';
  return {
    next: /^\/(?![/\\])/.test(next) ? next : '/',
    hasEnded: search.get('ended') === 'true',
    error: search.get('error'),
  };
}
