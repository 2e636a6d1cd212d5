import type { AdminPerson } from '@parley/protocol';
import { useState } from 'react';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useChangePerson } from '../../api/admin/people.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { personWords as words } from '../../words/server.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import styles from './server.module.css';

/** Changes a person's name and mail address. */
export function PersonProfile({ person }: { readonly person: AdminPerson }) {
  const [displayName, setName] = useState(person.displayName);
  const [email, setEmail] = useState(person.email ?? '');
  const change = useChangePerson(person.userId);
  const nameError = errorAt(change.error, '/displayName');
  const emailError = errorAt(change.error, '/email');
  // What is not changed is not sent, because an address needs a fresh session.
  const changes = {
    ...(displayName !== person.displayName && { displayName }),
    ...(email !== (person.email ?? '') && { email: email === '' ? null : email }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const isElsewhere = change.error && !nameError && !emailError && !isPasswordAsked(change);
  return (
    <section className={styles.section} aria-labelledby="profile">
      <h3 id="profile">{words.profile}</h3>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(changes);
        }}
      >
        <TextField
          label={words.name}
          required
          maxLength={80}
          autoComplete="off"
          value={displayName}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          type="email"
          label={words.email}
          hint={hintOf(person)}
          maxLength={254}
          autoComplete="off"
          value={email}
          error={emailError}
          onChange={({ target }) => setEmail(target.value)}
        />
        {isElsewhere && <ErrorNotice error={change.error} />}
        <div className={styles.foot}>
          <Button look="primary" type="submit" busy={change.isPending} disabled={!isChanged}>
            {words.save}
          </Button>
          <span role="status">{change.isSuccess && !isChanged && words.saved}</span>
        </div>
      </form>
      <AskPassword attempt={change} />
    </section>
  );
}

function hintOf({ email, emailVerified }: AdminPerson): string {
  if (email === null) return words.emailHint;
  return emailVerified ? words.verified : words.notVerified;
}
