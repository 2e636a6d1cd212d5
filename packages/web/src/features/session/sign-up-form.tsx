import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { noteSignUp } from '../../api/first-visit.ts';
import { isHandle } from '../../api/people.ts';
import { useSignUp, type EntryLink } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ownTag } from '../../words/choose-language.ts';
import { entryWords as words } from '../../words/entry.ts';
import styles from './session-form.module.css';

interface Fields {
  readonly displayName: string;
  readonly handle: string;
  readonly password: string;
}

type Problems = { readonly [Name in keyof Fields]?: string | undefined };

/**
 * Creates a person, by an invitation or the set-up link if there is one. Language and time zone come from the browser, so that agents can
 * answer accordingly.
 */
export function SignUpForm({ link = null }: { readonly link?: EntryLink | null }) {
  const [fields, setFields] = useState<Fields>({ displayName: '', handle: '', password: '' });
  const [problems, setProblems] = useState<Problems>({});
  const signUp = useSignUp(link);
  const field = (name: keyof Fields) => ({
    name,
    required: true,
    value: fields[name],
    error: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const text = name === 'handle' ? target.value.toLowerCase() : target.value;
      setFields((before) => ({ ...before, [name]: text }));
      setProblems((before) => ({ ...before, [name]: undefined }));
    },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemsOf(fields);
        const [first] = Object.keys(found);
        setProblems(found);
        if (first !== undefined) {
          event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
          return;
        }
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        noteSignUp();
        signUp.mutate({ ...fields, locale: ownTag(), timezone: timeZone });
      }}
    >
      <TextField label={words.name} autoComplete="name" autoFocus maxLength={80} {...field('displayName')} />
      <TextField
        label={words.handle}
        hint={words.handleHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('handle')}
      />
      <TextField
        label={words.password}
        hint={words.passwordHint}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        {...field('password')}
      />
      {signUp.error && <ErrorNotice error={signUp.error} />}
      <Button look="primary" type="submit" busy={signUp.isPending}>
        {words.create}
      </Button>
    </form>
  );
}

/** Returns what is wrong, in the language of the page; a browser would say it in its own. */
function problemsOf({ displayName, handle, password }: Fields): Problems {
  return {
    ...(displayName.trim() === '' && { displayName: words.nameMissing }),
    ...(!isHandle(handle) && { handle: words.handleWrong }),
    ...([...password].length < 10 && { password: words.passwordShort }),
  };
}
