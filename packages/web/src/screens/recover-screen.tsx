import { useRecover } from '../api/account-links.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { accountLinkWords as words } from '../words/account-links.ts';
import { EntryCard } from './entry-card.tsx';
import { Leave } from './leave.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Makes a person an administrator again, by the link that was made at the machine. */
export function RecoverScreen() {
  const token = useLinkToken();
  const { mutate, isPending, isSuccess, error } = useRecover();
  if (isSuccess) return <Leave toOf={() => paths.home} />;
  return (
    <EntryCard title={words.recover} other={<Link to={paths.signIn}>{words.signIn}</Link>}>
      <p>{words.recoverHint}</p>
      <NewPasswordForm isBusy={isPending} error={error} onSet={(password) => mutate({ token, password })} />
    </EntryCard>
  );
}
