import { DemoEntry } from '../features/session/demo-entry.tsx';
import { Providers } from '../features/session/providers.tsx';
import { PasskeyButton } from '../features/session/passkey-button.tsx';
import { PasswordEntry } from '../features/session/password-entry.tsx';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { SignInNotice } from '../features/session/sign-in-notice.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { Notice } from '../ui/notice.tsx';
import { entryWords as words } from '../words/entry.ts';
import { accountLinkWords } from '../words/account-links.ts';
import { sessionWords } from '../words/session.ts';
import { EntryPage } from './entry-page.tsx';
import { readEntrySearch } from './read-entry-search.ts';

export function SignInScreen() {
  const { search } = usePlace();
  const { next, hasEnded, error } = readEntrySearch(search);
  return (
    <EntryPage
      title={words.signIn}
      // Who is signed in and comes back from a provider wanted to link an account there.
      next={error === null ? next : `${paths.signingIn}?${new URLSearchParams({ error }).toString()}`}
      other={
        <>
          {words.newHere} <Link to={`${paths.signUp}?${search.toString()}`}>{words.createAnAccount}</Link>
        </>
      }
    >
      {hasEnded && <Notice tone="info">{sessionWords.ended}</Notice>}
      <SignInNotice code={error} />
      <Providers next={next} />
      <PasskeyButton />
      <PasswordEntry>
        <SignInForm />
      </PasswordEntry>
      <p>
        <Link to={paths.forgotten}>{accountLinkWords.forgotten}</Link>
      </p>
      <DemoEntry />
    </EntryPage>
  );
}
