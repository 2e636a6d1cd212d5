import { ErrorNotice } from '../api/error-notice.tsx';
import { useBecomeAdmin, useSession } from '../api/session.ts';
import { SignUpForm } from '../features/session/sign-up-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { entryWords as words } from '../words/entry.ts';
import { EntryCard } from './entry-card.tsx';
import { Leave } from './leave.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Makes the user the first administrator by the link that the server prints, or signs the first administrator up. */
export function SetupScreen() {
  const token = useLinkToken();
  const { data: me } = useSession();
  const become = useBecomeAdmin();
  if (me?.role === 'admin') return <Leave toOf={() => paths.home} />;
  if (me)
    return (
      <EntryCard title={words.setUp} other={<Link to={paths.home}>{words.notNow}</Link>}>
        <p>{words.becomeAs(me.displayName, me.handle)}</p>
        {become.error && <ErrorNotice error={become.error} />}
        <Button look="primary" busy={become.isPending} onClick={() => become.mutate(token)}>
          {words.become}
        </Button>
      </EntryCard>
    );
  return (
    <EntryCard
      title={words.setUp}
      other={
        <>
          {words.alreadyHere}{' '}
          <Link to={`${paths.signIn}?next=${encodeURIComponent(`/setup#${token}`)}`}>{words.signIn}</Link>
        </>
      }
    >
      <p>{words.whatSetUpIs}</p>
      <SignUpForm link={{ kind: 'setup', token }} />
    </EntryCard>
  );
}
