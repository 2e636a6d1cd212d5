import { Link, useSearch } from '@tanstack/react-router';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { Notice } from '../ui/notice.tsx';
import { sessionWords } from '../words/session.ts';
import { EntryPage } from './entry-page.tsx';

export function SignInScreen() {
  const search = useSearch({ from: '/sign-in' });
  return (
    <EntryPage
      title="Sign in"
      next={search.next ?? '/'}
      other={
        <>
          New here?{' '}
          <Link to="/sign-up" search={search}>
            Create an account
          </Link>
        </>
      }
    >
      {search.ended && <Notice tone="info">{sessionWords.ended}</Notice>}
      <SignInForm />
    </EntryPage>
  );
}
