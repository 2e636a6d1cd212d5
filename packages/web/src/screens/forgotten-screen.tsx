import { useState } from 'react';
import { useAskReset } from '../api/account-links.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { accountLinkWords as words } from '../words/account-links.ts';
import styles from '../features/session/session-form.module.css';
import { EntryCard } from './entry-card.tsx';

/** Asks for a link for a new password. */
export function ForgottenScreen() {
  const [identifier, setIdentifier] = useState('');
  const { mutate, isPending, isSuccess, error } = useAskReset();
  return (
    <EntryCard title={words.forgotten} other={<Link to={paths.signIn}>{words.signIn}</Link>}>
      <p role="status">{isSuccess ? words.asked : words.forgottenHint}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(identifier.trim());
        }}
      >
        <TextField
          label={words.identifier}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          maxLength={254}
          value={identifier}
          onChange={({ target }) => setIdentifier(target.value)}
        />
        {error && <ErrorNotice error={error} />}
        <Button look="primary" type="submit" busy={isPending}>
          {words.ask}
        </Button>
      </form>
    </EntryCard>
  );
}
