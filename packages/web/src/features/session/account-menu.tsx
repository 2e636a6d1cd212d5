import { ChevronsUpDown } from 'lucide-react';
import { useMe } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import styles from './account-menu.module.css';

const load = async () => (await import('./account-choices.tsx')).AccountChoices;

/** Shows the signed-in person, with the account menu. */
export function AccountMenu() {
  const me = useMe();
  return (
    <LazyMenu
      load={load}
      menu={{}}
      trigger={
        <button type="button" className={styles.account}>
          <Avatar id={me.userId} kind="person" name={me.displayName} size={32} />
          <span className={styles.names}>
            <span className={styles.name}>{me.displayName}</span>
            <span className={styles.handle}>@{me.handle}</span>
          </span>
          <ChevronsUpDown size={16} aria-hidden />
        </button>
      }
    />
  );
}
