import { Providers } from '../features/session/providers.tsx';
import { SignUpForm } from '../features/session/sign-up-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { entryWords as words } from '../words/entry.ts';
import { EntryPage } from './entry-page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Creates an account by an invitation. */
export function InviteScreen() {
  const token = useLinkToken();
  return (
    <EntryPage
      title={words.invited}
      next={paths.home}
      other={
        <>
          {words.alreadyHere} <Link to={paths.signIn}>{words.signIn}</Link>
        </>
      }
    >
      <Providers next={paths.home} invitation={token} />
      <SignUpForm link={{ kind: 'invitation', token }} />
    </EntryPage>
  );
}
