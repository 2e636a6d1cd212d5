import { useState } from 'react';
import { useSignIn } from '../../api/session.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './session-form.module.css';

/** Handle and password. Who is signed in afterwards is for the screen to notice. */
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
        label="Handle"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={handle}
        onChange={({ target }) => setHandle(target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {signIn.error && <ErrorNotice error={signIn.error} />}
      <Button look="primary" type="submit" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
