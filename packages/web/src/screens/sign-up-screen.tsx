import { Link, useSearch } from '@tanstack/react-router';
import { SignUpForm } from '../features/session/sign-up-form.tsx';
import { EntryPage } from './entry-page.tsx';

export function SignUpScreen() {
  const search = useSearch({ from: '/sign-up' });
  return (
    <EntryPage
      title="Create your account"
      next={search.next ?? '/'}
      other={
        <>
          Already here?{' '}
          <Link to="/sign-in" search={search}>
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm />
    </EntryPage>
  );
}
