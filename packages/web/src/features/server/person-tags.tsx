import type { AdminPerson } from '@parley/protocol';
import { useMe } from '../../api/session.ts';
import { serverWords as words } from '../../words/server.ts';
import styles from './server.module.css';

/** Shows what distinguishes a person: an administrator, not active, or the user. */
export function PersonTags({ person: { userId, role, status } }: { readonly person: AdminPerson }) {
  const me = useMe();
  return (
    <span className={styles.tags}>
      {userId === me.userId && <span className={styles.tag}>{words.you}</span>}
      {role === 'admin' && (
        <span className={styles.tag} data-tone="accent">
          {words.roles.admin}
        </span>
      )}
      {status !== 'active' && (
        <span className={styles.tag} data-tone="danger">
          {words.statuses[status]}
        </span>
      )}
    </span>
  );
}
