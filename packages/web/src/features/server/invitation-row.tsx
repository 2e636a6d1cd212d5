import type { Invitation } from '@parley/protocol';
import { Link } from '../../navigation/link.tsx';
import { serverPaths } from '../../navigation/server-paths.ts';
import { Button } from '../../ui/button.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { invitationWords as words, serverWords } from '../../words/server.ts';
import styles from './server.module.css';

export interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly now: Date;
  readonly onRevoke: () => void;
}

const tones = { open: 'agent', used: 'plain', expired: 'plain', revoked: 'danger' } as const;

/** Shows whom an invitation is for and its state. An open one can be revoked. */
export function InvitationRow({ invitation, now, onRevoke }: InvitationRowProps) {
  const { email, role, createdAt, expiresAt, usedBy } = invitation;
  const state = stateOf(invitation, now);
  const name = email ?? words.anybody;
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.small}>
          {words.madeAt(dateAndTime(createdAt))}
          {state === 'open' && ` · ${words.until(dateAndTime(expiresAt))}`}
        </span>
        {usedBy !== null && (
          <Link to={serverPaths.person(usedBy)} className={styles.small}>
            {words.usedBy}
          </Link>
        )}
      </span>
      <span className={styles.tags}>
        {role === 'admin' && (
          <span className={styles.tag} data-tone="accent">
            {serverWords.roles.admin}
          </span>
        )}
        <span className={styles.tag} data-tone={tones[state]}>
          {words.states[state]}
        </span>
      </span>
      {state === 'open' && (
        <Button aria-label={words.revokeName(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      )}
    </div>
  );
}

function stateOf({ usedBy, revokedAt, expiresAt }: Invitation, now: Date): keyof typeof words.states {
  if (usedBy !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return new Date(expiresAt) <= now ? 'expired' : 'open';
}
