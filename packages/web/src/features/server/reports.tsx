import { useReports } from '../../api/admin/reports.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { reportWords as words } from '../../words/reports.ts';
import { serverWords } from '../../words/server.ts';
import { ReportRow } from './report-row.tsx';
import styles from './server.module.css';

/** Lists what people reported, the open reports first. */
export function Reports() {
  const { data: reports, error, refetch } = useReports();
  return (
    <section className={styles.section} aria-labelledby="reports">
      <h2 id="reports">{words.title}</h2>
      <p className={styles.hint}>{words.about}</p>
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!reports && !error && <Skeleton label={serverWords.loading} rows={2} />}
      {reports?.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {reports && reports.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {reports.map((report) => (
            <li key={report.reportId}>
              <ReportRow report={report} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
