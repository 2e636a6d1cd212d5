import type { SignInMethod } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useConfirmIdentity, usePendingIdentity } from '../../api/sign-in-methods.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { signInWords as words } from '../../words/sign-in.ts';

/** Shows the account that the provider named, and links it when the user confirms. */
export function PendingIdentity({
  identityId,
  methods,
}: {
  readonly identityId: string;
  readonly methods: readonly SignInMethod[];
}) {
  const { data: pending, error } = usePendingIdentity(identityId);
  const confirm = useConfirmIdentity();
  const navigate = useNavigate();
  const close = () => navigate(paths.signingIn, { replace: true });
  if (error) return <Notice tone="warn">{words.pendingGone}</Notice>;
  if (!pending) return null;
  const name = methods.find(({ id }) => id === pending.providerId)?.name ?? pending.providerId;
  return (
    <Dialog title={words.wouldLink(name)} onClose={close}>
      <p>
        <strong>{pending.account}</strong>
      </p>
      <p>{words.wouldLinkText(pending.account)}</p>
      {confirm.error && <ErrorNotice error={confirm.error} />}
      <Actions>
        <Button look="quiet" onClick={close}>
          {words.notNow}
        </Button>
        <Button
          look="primary"
          busy={confirm.isPending}
          onClick={() => confirm.mutate(identityId, { onSuccess: close })}
        >
          {words.confirmLink}
        </Button>
      </Actions>
    </Dialog>
  );
}
