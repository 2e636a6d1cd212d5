import { useVerifyEmail } from '../api/account-links.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useSession } from '../api/session.ts';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { accountLinkWords as words } from '../words/account-links.ts';
import { EntryCard } from './entry-card.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Verifies the user's mail address by a link. A press does it, so that a program that opens links in mails does not. */
export function VerifyScreen() {
  const token = useLinkToken();
  const { data: me } = useSession();
  const { mutate, isPending, isSuccess, error } = useVerifyEmail();
  const signIn = `${paths.signIn}?next=${encodeURIComponent(`/verify#${token}`)}`;
  return (
    <EntryCard
      title={words.verify}
      other={me ? <Link to={paths.home}>{words.goOn}</Link> : <Link to={signIn}>{words.signIn}</Link>}
    >
      <p role="status">
        {isSuccess ? words.verified : me ? words.verifyAs(me.displayName, me.handle) : words.verifyFirst}
      </p>
      {error && <ErrorNotice error={error} />}
      {me && !isSuccess && (
        <Button look="primary" busy={isPending} onClick={() => mutate(token)}>
          {words.verifyIt}
        </Button>
      )}
    </EntryCard>
  );
}
