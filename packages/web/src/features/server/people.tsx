import type { AdminPerson } from '@parley/protocol';
import { useRef } from 'react';
import { Link } from '../../navigation/link.tsx';
import { serverPaths } from '../../navigation/server-paths.ts';
import type { PeopleFilter } from '../../api/admin/keys.ts';
import { usePeople } from '../../api/admin/people.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useNow } from '../../ui/use-now.ts';
import { peopleWords as words, serverWords } from '../../words/server.ts';
import { Choice } from './choice.tsx';
import { PersonTags } from './person-tags.tsx';
import styles from './server.module.css';
import { useListKeys } from './use-list-keys.ts';
import { useFilter } from './use-filter.ts';

/** Lists the people of the server for administrators, newest first. */
export function People() {
  const { filter, setFilter } = useFilter<PeopleFilter>();
  const { q, role, status } = filter;
  const reading = usePeople({
    q: useDebounced(q),
    role,
    status,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = reading;
  const people = data?.pages.flatMap(({ items }) => items);
  const place = useRef<HTMLElement>(null);
  useListKeys(place);
  return (
    <section ref={place} className={styles.section} aria-labelledby="people">
      <h2 id="people">{words.title}</h2>
      <div className={styles.filters}>
        <TextField
          type="search"
          label={words.search}
          placeholder={words.searchHint}
          autoComplete="off"
          maxLength={200}
          value={q ?? ''}
          onChange={({ target }) => setFilter('q', target.value)}
        />
        <Choice
          label={words.role}
          any={words.any}
          choices={serverWords.roles}
          value={role}
          onChoose={(value) => setFilter('role', value)}
        />
        <Choice
          label={words.status}
          any={words.any}
          choices={serverWords.statuses}
          value={status}
          onChoose={(value) => setFilter('status', value)}
        />
      </div>
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!people && !error && <Skeleton label={serverWords.loading} />}
      {people && people.length > 0 && (
        <>
          <ul className={styles.rows} aria-label={words.title}>
            {people.map((person) => (
              <li key={person.userId}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
          <p className={styles.keys}>{words.keys}</p>
        </>
      )}
      <p role="status" className={styles.hint}>
        {people && !isPlaceholderData && countOf(people.length, !hasNextPage, q || role || status)}
      </p>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {serverWords.more}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Says how many people match a filter; the whole list is no answer to a question, so it is not counted. */
function countOf(count: number, isAll: boolean, filter: string | undefined): string {
  if (count === 0) return words.none;
  return filter ? words.found(count, isAll) : '';
}

function PersonRow({ person }: { readonly person: AdminPerson }) {
  const now = useNow();
  const { userId, displayName, handle, email, lastSeenAt } = person;
  return (
    <Link to={serverPaths.person(userId)} className={styles.row}>
      <Avatar id={userId} kind="person" name={displayName} />
      <span className={styles.what}>
        <bdi className={styles.name}>{displayName}</bdi>
        <span className={styles.small}>
          @{handle}
          {email !== null && ` · ${email}`}
        </span>
        <span className={styles.small} title={lastSeenAt === null ? undefined : fullTime(lastSeenAt)}>
          {lastSeenAt === null ? words.neverSeen : words.lastSeen(briefTime(lastSeenAt, now))}
        </span>
      </span>
      <PersonTags person={person} />
    </Link>
  );
}
