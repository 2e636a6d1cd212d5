import { useState } from 'react';
import { useSignIn } from '../../api/session.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { entryWords as words } from '../../words/entry.ts';
import styles from './session-form.module.css';

/** Signs in with handle and password. The screen reacts to the new session. */
export function SignInForm() {
  const [handle, setHandle] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ handle: handle.trim().replace(/^@/, ''), password });
      }}
    >
      <TextField
        label={words.handle}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={handle}
        onChange={({ target }) => setHandle(target.value)}
      />
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {signIn.error && <ErrorNotice error={signIn.error} />}
      <Button look="primary" type="submit" busy={signIn.isPending}>
        {words.signIn}
      </Button>
    </form>
  );
}
