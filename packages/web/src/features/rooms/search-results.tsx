import type { ConversationId, FoundMessage } from '@parley/protocol';
import { useEffect } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useRoomSearch } from '../../api/room-search.ts';
import { useMe } from '../../api/session.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Button } from '../../ui/button.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { searchWords as words } from '../../words/search.ts';
import { marked } from './marked.ts';
import styles from './search-results.module.css';

export interface SearchResultsProps {
  readonly conversationId: ConversationId;
  readonly query: string;
  /** Whether to open the first message once the results are complete. */
  readonly opensFirst: boolean;
  /** Called when that is done, or when nothing was found. */
  readonly onOpened: () => void;
}

/** Shows the found messages as links. */
export function SearchResults({ conversationId, query, opensFirst, onOpened }: SearchResultsProps) {
  const navigate = useNavigate();
  const search = useRoomSearch(conversationId, query);
  const { data: found, error, hasNextPage, fetchNextPage, isFetchingNextPage } = search;
  const isSearching = search.isPending || search.isPlaceholderData || (found?.length === 0 && search.isFetching);
  const first = found?.[0];
  useEffect(() => {
    if (!opensFirst || isSearching) return;
    onOpened();
    if (first) navigate(paths.message(conversationId, first.messageId));
  });
  if (error) return <ErrorNotice error={error} />;
  return (
    <>
      <p role="status" className={styles.count}>
        {isSearching ? words.searching : countOf(found?.length ?? 0, query, hasNextPage)}
      </p>
      {!isSearching && found?.length === 0 && hasNextPage && (
        <Button look="quiet" onClick={() => void fetchNextPage()}>
          {words.searchOn}
        </Button>
      )}
      {found && found.length > 0 && (
        <ul className={styles.results} aria-label={words.results}>
          {found.map((message) => (
            <li key={message.messageId}>
              <Found message={message} query={query} />
            </li>
          ))}
          {hasNextPage && (
            <li>
              <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {words.more}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function countOf(count: number, query: string, hasMore: boolean): string {
  if (count > 0) return words.found(count, !hasMore);
  return hasMore ? words.noneYet(query) : words.none(query);
}

function Found({ message, query }: { readonly message: FoundMessage; readonly query: string }) {
  const { conversationId, messageId, author, snippet, createdAt } = message;
  const me = useMe();
  const now = useNow();
  return (
    <Link to={paths.message(conversationId, messageId)} className={styles.found} activeClass={styles.here}>
      <span className={styles.author}>{author.id === me.userId ? words.you : author.name}</span>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {briefTime(createdAt, now)}
      </time>
      <span className={styles.snippet} dir="auto">
        {marked(snippet, query).map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
      </span>
    </Link>
  );
}
