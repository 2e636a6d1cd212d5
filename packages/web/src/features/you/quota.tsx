import type { QuotaItem } from '@parley/protocol';
import { useQuota } from '../../api/profile.ts';
import { youWords as words } from '../../words/you.ts';
import styles from './you.module.css';
import { digits } from '../../words/locale.ts';

/** Shows the used part and the limit of each quota. */
export function Quota() {
  const { data: items } = useQuota();
  if (!items) return null;
  return (
    <section className={styles.section} aria-labelledby="quota">
      <h2 id="quota">{words.quota}</h2>
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.name} className={styles.row}>
            <span className={styles.what}>{words.quotaNames[item.name]}</span>
            <span>{words.ofLimit(amountOf(item, item.used), amountOf(item, item.limit))}</span>
            <meter
              className={styles.meter}
              aria-label={words.quotaNames[item.name]}
              value={item.used}
              max={item.limit}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function amountOf({ name }: QuotaItem, count: number): string {
  if (name !== 'asset_bytes') return digits(count);
  const mebibytes = count / 2 ** 20;
  return words.mebibytes(digits(mebibytes, { maximumFractionDigits: mebibytes < 10 ? 1 : 0 }));
}
