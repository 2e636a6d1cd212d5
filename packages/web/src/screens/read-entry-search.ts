export interface EntrySearch {
  /** Where to go once somebody is signed in: a path of this app. */
  readonly next: string;
  /** Whether a session ended by itself, so that somebody should be told. */
  readonly hasEnded: boolean;
}

/** Reads what an entry page was told. An address of another site is no place to go on to. */
export function readEntrySearch(search: URLSearchParams): EntrySearch {
  const next = search.get('next') ?? '';
  return { next: /^\/(?![/\\])/.test(next) ? next : '/', hasEnded: search.get('ended') === 'true' };
}
