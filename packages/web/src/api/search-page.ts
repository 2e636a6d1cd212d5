import type { RouteCall, RouteJson, Routes } from '@parley/protocol';
import { call } from './call.ts';

type FoundPage = RouteJson<Routes['searchMessages']>;

/** The maximum number of pages read before the user decides whether to continue. */
const pagesAtMost = 5;

/**
 * Returns a page of found messages. The server limits the work for one page, so a page may be empty although later pages are not: then
 * the next one is read, five at most. An empty page with a cursor means that nothing was found so far.
 */
export async function searchPage(
  query: NonNullable<RouteCall<'searchMessages'>['query']>,
  signal: AbortSignal,
): Promise<FoundPage> {
  let page = await call('searchMessages', { query, signal });
  for (let pages = 1; pages < pagesAtMost && page.items.length === 0 && page.nextCursor !== null; pages += 1) {
    page = await call('searchMessages', { query: { ...query, cursor: page.nextCursor }, signal });
  }
  return page;
}
