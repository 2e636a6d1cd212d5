import { SignUpForm } from '../features/session/sign-up-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { entryWords as words } from '../words/entry.ts';
import { EntryPage } from './entry-page.tsx';
import { readEntrySearch } from './read-entry-search.ts';

export function SignUpScreen() {
  const { search } = usePlace();
  return (
    <EntryPage
      title={words.createYours}
      next={readEntrySearch(search).next}
      other={
        <>
          {words.alreadyHere} <Link to={`${paths.signIn}?${search.toString()}`}>{words.signIn}</Link>
        </>
      }
    >
      <SignUpForm />
    </EntryPage>
  );
}
