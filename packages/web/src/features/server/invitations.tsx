import type { Invitation } from '@parley/protocol';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useInvitations, useRevokeInvitation } from '../../api/admin/invitations.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { invitationWords as words, serverWords } from '../../words/server.ts';
import { InvitationRow } from './invitation-row.tsx';
import { NewInvitation } from './new-invitation.tsx';
import styles from './server.module.css';

/** Lists the invitations, newest first; makes and revokes them. */
export function Invitations() {
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const { data: invitations, error, refetch } = useInvitations();
  const revoke = useRevokeInvitation();
  const now = useNow();
  return (
    <section className={styles.section} aria-labelledby="invitations">
      <div className={styles.head}>
        <h2 id="invitations">{words.title}</h2>
        <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {words.make}
        </Button>
      </div>
      <p className={styles.hint}>{words.hint}</p>
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!invitations && !error && <Skeleton label={serverWords.loading} rows={2} />}
      {invitations?.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {invitations && invitations.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {invitations.map((invitation) => (
            <li key={invitation.invitationId}>
              <InvitationRow invitation={invitation} now={now} onRevoke={() => setRevoked(invitation)} />
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewInvitation onClose={() => setMaking(false)} />}
      {revoked && (
        <Confirm
          title={words.revokeTitle}
          action={words.revoke}
          onConfirm={() => revoke.mutateAsync(revoked.invitationId)}
          onClose={() => setRevoked(null)}
        >
          {words.revokeText}
        </Confirm>
      )}
    </section>
  );
}
