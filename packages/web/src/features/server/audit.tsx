import { Download } from 'lucide-react';
import { useState } from 'react';
import { auditExportAddress, useAudit } from '../../api/admin/audit.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { auditWords as words } from '../../words/audit.ts';
import { serverWords } from '../../words/server.ts';
import { filterOf, noFields } from './audit-fields.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRowView } from './audit-row.tsx';
import styles from './server.module.css';

/** Shows the audit log, newest first, with filters and a download. */
export function Audit() {
  const [fields, setFields] = useState(noFields);
  const filter = filterOf(useDebounced(fields));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit(filter);
  const rows = data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.section} aria-labelledby="audit">
      <div className={styles.head}>
        <h2 id="audit">{words.title}</h2>
        <a href={auditExportAddress(filter)} download className={buttons.button}>
          <Download size={16} aria-hidden />
          {words.export}
        </a>
      </div>
      <p className={styles.hint}>{words.hint}</p>
      <AuditFilters fields={fields} onChange={setFields} />
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!rows && !error && <Skeleton label={serverWords.loading} />}
      {rows && rows.length > 0 && (
        <ul className={styles.rows} aria-label={words.rows}>
          {rows.map((row) => (
            <li key={row.seq}>
              <AuditRowView row={row} onOnly={(change) => setFields({ ...fields, ...change })} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.hint}>
        {rows?.length === 0 && words.none}
      </p>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </section>
  );
}
