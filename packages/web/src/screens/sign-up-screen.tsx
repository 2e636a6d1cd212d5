import { Providers } from '../features/session/providers.tsx';
import { SignUpForm } from '../features/session/sign-up-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { entryWords as words } from '../words/entry.ts';
import { EntryPage } from './entry-page.tsx';
import { readEntrySearch } from './read-entry-search.ts';

export function SignUpScreen() {
  const { search } = usePlace();
  const { next } = readEntrySearch(search);
  return (
    <EntryPage
      title={words.createYours}
      next={next}
      other={
        <>
          {words.alreadyHere} <Link to={`${paths.signIn}?${search.toString()}`}>{words.signIn}</Link>
        </>
      }
    >
      <Providers next={next} />
      <SignUpForm />
    </EntryPage>
  );
}
