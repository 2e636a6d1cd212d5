import type { DataExport } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useAskExport, useExports } from '../../api/exports.ts';
import { Button } from '../../ui/button.tsx';
import { dateAndTime, fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { yourDataWords as words } from '../../words/your-data.ts';
import { EraseSelf } from './erase-self.tsx';
import styles from './you.module.css';
import { digits } from '../../words/locale.ts';

/** Exports the user's data, and erases it. */
export function YourData() {
  const { data: exports, error, refetch } = useExports();
  const ask = useAskExport();
  return (
    <>
      <section className={styles.section} aria-labelledby="exports">
        <div className={styles.head}>
          <h2 id="exports">{words.exports}</h2>
          <Button look="primary" busy={ask.isPending} onClick={() => ask.mutate()}>
            {words.ask}
          </Button>
        </div>
        <p className={styles.hint}>{words.exportsHint}</p>
        {ask.error && <ErrorNotice error={ask.error} />}
        {error && (
          <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
        )}
        {!exports && !error && <Skeleton label={words.loading} rows={1} />}
        {exports?.length === 0 && <p className={styles.hint}>{words.none}</p>}
        {exports && exports.length > 0 && (
          <ul className={styles.rows} aria-label={words.exports}>
            {exports.map((item) => (
              <li key={item.exportId} className={styles.row}>
                <ExportRow item={item} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <EraseSelf />
    </>
  );
}

function ExportRow({ item: { state, createdAt, sizeBytes, expiresAt, url } }: { readonly item: DataExport }) {
  const size = sizeBytes === null ? [] : [sizeOf(sizeBytes), words.until(dateAndTime(expiresAt))];
  return (
    <>
      <span className={styles.what}>
        <time dateTime={createdAt} title={fullTime(createdAt)} className={styles.name}>
          {dateAndTime(createdAt)}
        </time>
        <span className={styles.small} role="status">
          {[words.states[state], ...size].join(' · ')}
        </span>
      </span>
      {url !== null && (
        <a href={url} download>
          {words.download}
        </a>
      )}
    </>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 2 ** 20) return words.kibibytes(digits(Math.ceil(bytes / 1024)));
  return words.mebibytes(digits(bytes / 2 ** 20, { maximumFractionDigits: 2 }));
}
