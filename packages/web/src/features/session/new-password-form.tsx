import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { accountLinkWords } from '../../words/account-links.ts';
import { entryWords } from '../../words/entry.ts';
import styles from './session-form.module.css';

interface NewPasswordFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSet: (password: string) => void;
}

/** Asks for a new password after a link was opened. */
export function NewPasswordForm({ isBusy, error, onSet }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSet(password);
      }}
    >
      <TextField
        label={entryWords.password}
        hint={entryWords.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        autoFocus
        minLength={10}
        maxLength={200}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {error && <ErrorNotice error={error} />}
      <Button look="primary" type="submit" busy={isBusy}>
        {accountLinkWords.set}
      </Button>
    </form>
  );
}
