import { useNotices, usePutAway } from '../../api/account-links.ts';
import { Button } from '../../ui/button.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { accountLinkWords as words } from '../../words/account-links.ts';
import styles from './you.module.css';

/** Shows what others did to the user's account, until it is put away. */
export function Notices() {
  const { data: notices = [] } = useNotices();
  const putAway = usePutAway();
  if (notices.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="notices">
      <h2 id="notices">{words.notices}</h2>
      <ul className={styles.rows}>
        {notices.map(({ noticeId, kind, at }) => (
          <li key={noticeId} className={styles.row}>
            <span className={styles.told}>
              <span className={styles.name}>{words.kinds[kind]}</span>
              <span className={styles.small}>{dateAndTime(at)}</span>
            </span>
            <Button onClick={() => putAway.mutate(noticeId)}>{words.putAway}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
