import { useState } from 'react';
import { useSetEmail } from '../../api/account-links.ts';
import { errorAt } from '../../api/error-at.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { accountLinkWords as words } from '../../words/account-links.ts';
import styles from './you.module.css';

/** Shows the user's mail address, and takes another, which they verify by the link that is mailed there. */
export function Email() {
  const me = useMe();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useSetEmail();
  const emailError = errorAt(change.error, '/email');
  const passwordError = errorAt(change.error, '/password', 'password_wrong');
  return (
    <section className={styles.section} aria-labelledby="email">
      <h2 id="email">{words.email}</h2>
      <p className={styles.hint}>{words.emailHint}</p>
      <p>{me.email === null ? words.noEmail : words.emailIs(me.email, me.emailVerified)}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ email: email.trim(), password }, { onSuccess: () => setPassword('') });
        }}
      >
        <TextField
          label={words.emailNew}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={email}
          error={emailError}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          label={words.emailPassword}
          hint={words.emailPasswordHint}
          type="password"
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={({ target }) => setPassword(target.value)}
        />
        {change.error && !emailError && !passwordError && <ErrorNotice error={change.error} />}
        <div className={styles.foot}>
          <Button look="primary" type="submit" busy={change.isPending}>
            {words.emailSend}
          </Button>
        </div>
        <p role="status">{change.isSuccess && words.emailSent}</p>
      </form>
    </section>
  );
}
