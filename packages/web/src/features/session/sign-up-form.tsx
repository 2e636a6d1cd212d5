import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { noteSignUp } from '../../api/first-visit.ts';
import { useSignUp, type EntryLink } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ownTag } from '../../words/choose-language.ts';
import { entryWords as words } from '../../words/entry.ts';
import styles from './session-form.module.css';

/**
 * Creates a person, by an invitation or the set-up link if there is one. Language and time zone come from the browser, so that agents can
 * answer accordingly.
 */
export function SignUpForm({ link = null }: { readonly link?: EntryLink | null }) {
  const [fields, setFields] = useState({ displayName: '', handle: '', password: '' });
  const signUp = useSignUp(link);
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        noteSignUp();
        signUp.mutate({ ...fields, locale: ownTag(), timezone: timeZone });
      }}
    >
      <TextField
        label={words.name}
        autoComplete="name"
        required
        autoFocus
        maxLength={80}
        value={fields.displayName}
        onChange={({ target }) => set({ displayName: target.value })}
      />
      <TextField
        label={words.handle}
        hint={words.handleHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        pattern="[a-z0-9][a-z0-9_\-]{1,31}"
        value={fields.handle}
        onChange={({ target }) => set({ handle: target.value.toLowerCase() })}
      />
      <TextField
        label={words.password}
        hint={words.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        value={fields.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      {signUp.error && <ErrorNotice error={signUp.error} />}
      <Button look="primary" type="submit" busy={signUp.isPending}>
        {words.create}
      </Button>
    </form>
  );
}
