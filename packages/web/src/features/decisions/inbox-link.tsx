import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { usePendingApprovals } from '../../api/approvals.ts';
import { Hidden } from '../../ui/hidden.tsx';
import styles from './inbox-link.module.css';

/** The way to the inbox, with how much waits there for a decision. */
export function InboxLink() {
  const count = usePendingApprovals().data?.length ?? 0;
  return (
    <Link to="/inbox" className={styles.link} activeProps={{ className: styles.active ?? '' }}>
      <Inbox size={18} aria-hidden />
      Inbox
      {count > 0 && (
        <span className={styles.badge}>
          {count > 99 ? '99+' : count}
          <Hidden> waiting for you</Hidden>
        </span>
      )}
    </Link>
  );
}
