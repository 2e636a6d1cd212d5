import { useState } from 'react';
import { useChangePassword } from '../../api/access.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { accessWords as words } from '../../words/access.ts';
import styles from './you.module.css';

/** Changes the password; requires the current one. */
export function Password() {
  const me = useMe();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [keepCredentials, setKeep] = useState(false);
  const change = useChangePassword();
  const currentError = errorAt(change.error, '/currentPassword', 'password_wrong');
  const newError = errorAt(change.error, '/newPassword');
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">{words.password}</h2>
      <p className={styles.hint}>{words.passwordHint}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(
            { currentPassword, newPassword, ...(keepCredentials ? { keepCredentials } : {}) },
            {
              onSuccess: () => {
                setCurrent('');
                setNew('');
              },
            },
          );
        }}
      >
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={me.handle} readOnly hidden />
        <TextField
          label={words.current}
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={currentError}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <TextField
          label={words.next}
          hint={words.nextHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          value={newPassword}
          error={newError}
          onChange={({ target }) => setNew(target.value)}
        />
        <label className={styles.check}>
          <input type="checkbox" checked={keepCredentials} onChange={({ target }) => setKeep(target.checked)} />
          {words.keepAllCredentials}
        </label>
        {change.error && !currentError && !newError && <ErrorNotice error={change.error} />}
        <div className={styles.foot}>
          <Button look="primary" type="submit" busy={change.isPending}>
            {words.change}
          </Button>
        </div>
        <p role="status">{change.isSuccess && words.changed}</p>
      </form>
    </section>
  );
}
