import { Receipt } from '../../blocks/work/receipt.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { Spelled } from '../../ui/spelled.tsx';
import { useNow } from '../../ui/use-now.ts';
import { inboxWords as words } from '../../words/inbox.ts';
import type { Question } from './inbox-items.ts';
import styles from './inbox.module.css';
import { PlaceLink } from './place-link.tsx';

/** Shows a decided approval and its outcome on one line. */
export function PastQuestion({ question }: { readonly question: Question }) {
  const now = useNow();
  const { id, action, state, resolvedAt, expiresAt, stopped } = question.approval;
  const at = resolvedAt ?? expiresAt;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.what} dir="auto">
          <Spelled text={action} />
        </p>
        <p className={styles.more}>
          {stopped ? words.stopped : words.outcomes[state]}
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
