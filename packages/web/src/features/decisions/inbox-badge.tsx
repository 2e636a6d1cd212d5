import { usePendingApprovals } from '../../api/approvals.ts';
import { useWaiting } from '../../api/waiting.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { placeWords } from '../../words/places.ts';
import styles from './inbox-badge.module.css';

/** Shows the number of pending decisions; shows nothing for zero. */
export function InboxBadge() {
  const approvals = usePendingApprovals().data?.length ?? 0;
  const count = approvals + (useWaiting().data?.length ?? 0);
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      {count > 99 ? '99+' : count}
      <Hidden>{placeWords.waitingForYou}</Hidden>
    </span>
  );
}
