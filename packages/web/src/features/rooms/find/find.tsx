import type { Person } from '@parley/protocol';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { usePlace } from '../../../navigation/use-place.ts';
import { ErrorNotice } from '../../../api/error-notice.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { findWords as words } from '../../../words/find.ts';
import { RoomAvatar } from '../room-avatar.tsx';
import { roomMembers, roomTitle } from '../room-title.ts';
import { AgentCard } from './agent-card.tsx';
import { ReportPerson } from '../report-person.tsx';
import styles from './find.module.css';
import { FoundMessageRow } from './found-message.tsx';
import { useFound } from './use-found.ts';
import type { Found } from './use-found.ts';
import { useStart } from './use-start.ts';

const roomsAtMost = 20;

/** Searches rooms, agents, people and messages. Without a query it shows the directory of agents. */
export function Find() {
  const navigate = useNavigate();
  const typed = usePlace().search.get('q') ?? '';
  const found = useFound(typed);
  const search = new URLSearchParams();
  return (
    <div className={styles.find}>
      <TextField
        type="search"
        label={words.field}
        hint={words.peopleHint}
        placeholder={words.placeholder}
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          search.set('q', target.value);
          navigate(target.value === '' ? paths.find : `${paths.find}?${search}`, { replace: true });
        }}
      />
      <Results found={found} />
      <p role="status" className={styles.small}>
        {statusOf(found)}
      </p>
    </div>
  );
}

function statusOf(found: Found): string {
  const { isSettled, words: typed, rooms = [], agents, foundAgents, person, messages, foundMessages } = found;
  // The directory is no answer to a question, so it is not counted.
  if (typed === '') return isSettled && foundAgents.length === 0 ? words.noAgents : '';
  if (!isSettled) return words.searching;
  const shown = Math.min(rooms.length, roomsAtMost) + foundAgents.length + (person ? 1 : 0) + foundMessages.length;
  const isAll = rooms.length <= roomsAtMost && !agents.hasNextPage && !messages.hasNextPage;
  if (shown > 0) return words.found(shown, isAll);
  // Where there is more to search, that stands among the messages.
  return messages.hasNextPage ? '' : words.nothing(typed);
}

function Results({ found }: { readonly found: Found }) {
  const { words: typed, rooms = [], agents, foundAgents, person, messages, foundMessages } = found;
  return (
    <>
      {typed !== '' && rooms.length > 0 && (
        <Group title={words.rooms}>
          {rooms.slice(0, roomsAtMost).map((room) => (
            <li key={room.conversationId}>
              <Link to={paths.room(room.conversationId)} className={styles.room}>
                <RoomAvatar room={room} size={32} />
                <span className={styles.about}>
                  <span className={styles.name}>{roomTitle(room)}</span>
                  <span className={styles.small}>{roomMembers(room)}</span>
                </span>
              </Link>
            </li>
          ))}
        </Group>
      )}
      {foundAgents.length > 0 && (
        <Group title={typed === '' ? words.allAgents : words.agents} more={agents}>
          {foundAgents.map((agent) => (
            <li key={agent.agentId}>
              <AgentCard agent={agent} />
            </li>
          ))}
        </Group>
      )}
      {person && (
        <Group title={words.people}>
          <li>
            <PersonCard person={person} />
          </li>
        </Group>
      )}
      {(foundMessages.length > 0 || messages.hasNextPage) && (
        <Group
          title={words.messages}
          more={messages}
          moreLabel={foundMessages.length > 0 ? words.more : words.searchOn}
          note={foundMessages.length === 0 && (messages.isFetching ? words.searching : words.nothingYet(typed))}
        >
          {foundMessages.map((message) => (
            <li key={message.messageId}>
              <FoundMessageRow message={message} words={typed} />
            </li>
          ))}
        </Group>
      )}
      {[agents.error, messages.error].map((error, place) => error && <ErrorNotice key={place} error={error} />)}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly more?: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
  readonly moreLabel?: string;
  /** The text shown when there are no results. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Group({ title, more, moreLabel = words.more, note, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
      {note && (
        <p role="status" className={styles.small}>
          {note}
        </p>
      )}
      {more?.hasNextPage && (
        <div>
          <Button busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {moreLabel}
          </Button>
        </div>
      )}
    </section>
  );
}

function PersonCard({ person }: { readonly person: Person }) {
  const start = useStart();
  return (
    <article className={styles.card} aria-label={person.displayName}>
      <Avatar id={person.userId} kind="person" name={person.displayName} size={40} />
      <div className={styles.about}>
        <h3>{person.displayName}</h3>
        <span className={styles.small}>@{person.handle}</span>
      </div>
      <Button
        aria-label={words.writeTo(person.displayName)}
        busy={start.isBusy}
        onClick={() => start.withPerson(person.userId)}
      >
        {words.write}
      </Button>
      <ReportPerson person={person} />
      {start.error && <ErrorNotice error={start.error} />}
    </article>
  );
}
