import type { AdminPerson } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { usePerson } from '../../api/admin/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { personWords as words, serverWords } from '../../words/server.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonData } from './person-data.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonProfile } from './person-profile.tsx';
import { PersonReset } from './person-reset.tsx';
import { PersonRole } from './person-role.tsx';
import { PersonTags } from './person-tags.tsx';
import styles from './server.module.css';

/** Shows one person to administrators and changes the account. */
export function Person({ userId }: { readonly userId: AdminPerson['userId'] }) {
  const { data: person, error, refetch } = usePerson(userId);
  if (!person && error) {
    return (
      <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
    );
  }
  if (!person) return <Skeleton label={serverWords.loading} />;
  const isGone = person.status === 'erasing' || person.status === 'erased';
  return (
    <>
      <header className={styles.who}>
        <Avatar id={userId} kind="person" name={person.displayName} size={56} />
        <div>
          <h2>
            <bdi>{person.displayName}</bdi>
          </h2>
          <p className={styles.hint}>@{person.handle}</p>
          <PersonTags person={person} />
        </div>
      </header>
      <PersonFacts person={person} />
      {isGone ? (
        <p className={styles.hint}>{words.gone}</p>
      ) : (
        <>
          <PersonProfile person={person} />
          <PersonRole person={person} />
          <PersonReset person={person} />
          <PersonAccess person={person} />
          <PersonData person={person} />
        </>
      )}
    </>
  );
}
