import { Receipt } from '../../blocks/work/receipt.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Question } from './inbox-items.ts';
import styles from './inbox.module.css';
import { PlaceLink } from './place-link.tsx';

const outcomes = {
  pending: 'Waits',
  approved: 'Approved by you',
  denied: 'Denied by you',
  expired: 'Nobody decided in time',
};

/** What was asked and how it ended, in a line. */
export function PastQuestion({ question }: { readonly question: Question }) {
  const now = useNow();
  const { id, action, state, resolvedAt, expiresAt } = question.approval;
  const at = resolvedAt ?? expiresAt;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.what} dir="auto">
          {action}
        </p>
        <p className={styles.more}>
          {outcomes[state]}
          {', '}
          <time dateTime={at} title={fullTime(at)}>
            {briefTime(at, now)}
          </time>
          {' · '}
          <PlaceLink item={question} />
        </p>
      </div>
      {(state === 'approved' || state === 'denied') && <Receipt id={id} />}
    </div>
  );
}
