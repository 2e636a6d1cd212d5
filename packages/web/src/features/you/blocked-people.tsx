import { useState } from 'react';
import { useBlockedPeople, useBlockHandle, useUnblockPerson } from '../../api/blocked-people.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { handleOf } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { youWords as words } from '../../words/you.ts';
import styles from './you.module.css';

/** Shows the people that the user has blocked; blocks by handle and unblocks. */
export function BlockedPeople() {
  const { data: people, error } = useBlockedPeople();
  const change = useUnblockPerson();
  return (
    <section className={styles.section} aria-labelledby="blocked">
      <h2 id="blocked">{words.blocked}</h2>
      <p className={styles.hint}>{words.blockedHint}</p>
      <BlockForm />
      {error && <ErrorNotice error={error} />}
      {change.error && <ErrorNotice error={change.error} />}
      {people?.length === 0 && <p className={styles.hint}>{words.noneBlocked}</p>}
      {people !== undefined && people.length > 0 && (
        <ul className={styles.rows} aria-label={words.blocked}>
          {people.map(({ userId, displayName, handle, blockedAt }) => (
            <li key={userId} className={styles.row}>
              <Avatar id={userId} kind="person" name={displayName} size={32} />
              <span className={styles.what}>
                <span className={styles.name}>{displayName}</span>
                <span className={styles.small}>
                  @{handle} · {words.blockedSince(dateAndTime(blockedAt))}
                </span>
              </span>
              <Button
                aria-label={words.unblockName(displayName)}
                busy={change.isPending && change.variables === userId}
                onClick={() => change.mutate(userId)}
              >
                {words.unblock}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function BlockForm() {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const block = useBlockHandle();

  function submit(): void {
    if (handleOf(typed) === me.handle) return setProblem(words.notYourself);
    block.mutate(typed, {
      onSuccess: (person) => {
        if (person) setTyped('');
        else setProblem(words.nobody);
      },
    });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={words.blockHandle}
        placeholder="@handle"
        required
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(null);
        }}
      />
      {block.error && <ErrorNotice error={block.error} />}
      <div className={styles.foot}>
        <Button type="submit" look="danger" busy={block.isPending}>
          {words.block}
        </Button>
      </div>
    </form>
  );
}
