import { useRedeemReset } from '../api/account-links.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { accountLinkWords as words } from '../words/account-links.ts';
import { EntryCard } from './entry-card.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Sets a new password by a reset link. */
export function ResetScreen() {
  const token = useLinkToken();
  const { mutate, isPending, isSuccess, error } = useRedeemReset();
  return (
    <EntryCard title={words.newPassword} other={<Link to={paths.signIn}>{words.signIn}</Link>}>
      <p role="status">{isSuccess ? words.isSet : words.newPasswordHint}</p>
      {!isSuccess && (
        <NewPasswordForm isBusy={isPending} error={error} onSet={(password) => mutate({ token, password })} />
      )}
    </EntryCard>
  );
}
