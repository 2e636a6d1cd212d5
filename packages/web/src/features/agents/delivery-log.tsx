import type { AgentId, DeliveryLogEntry } from '@parley/protocol';
import { useState } from 'react';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useDeliveryLog } from '../../api/deliveries.ts';
import type { DeliveryFilter } from '../../api/deliveries.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { logTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { deliveryLogWords as words } from '../../words/delivery-log.ts';
import styles from './agent-page.module.css';
import { StatusBadge } from './status-badge.tsx';

const filters: readonly DeliveryFilter[] = ['all', 'pending', 'delivered', 'failed'];

/** Shows the deliveries to the agent and their outcomes, newest first. It never shows message content. */
export function DeliveryLog({ agentId }: { readonly agentId: AgentId }) {
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const log = useDeliveryLog(agentId, filter);
  const entries = log.data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.section} aria-labelledby="deliveries">
      <div className={styles.head}>
        <h2 id="deliveries">{words.title}</h2>
        <div className={styles.row} role="group" aria-label={words.show}>
          {filters.map((value) => (
            <Button
              key={value}
              look={value === filter ? 'plain' : 'quiet'}
              aria-pressed={value === filter}
              onClick={() => setFilter(value)}
            >
              {words.filters[value]}
            </Button>
          ))}
        </div>
      </div>
      {log.error && <ErrorNotice error={log.error} />}
      {!entries && !log.error && <Skeleton label={words.loading} rows={3} />}
      {entries?.length === 0 && <p className={styles.muted}>{words.none}</p>}
      {entries && entries.length > 0 && <LogTable agentId={agentId} entries={entries} />}
      {log.hasNextPage && (
        <div className={styles.row}>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </section>
  );
}

interface LogTableProps {
  readonly entries: readonly DeliveryLogEntry[];
  readonly agentId: AgentId;
}

function LogTable({ entries, agentId }: LogTableProps) {
  return (
    <DataTable label={words.log} columns={words.columns}>
      {entries.map((entry) => (
        <tr key={entry.deliveryId}>
          <td>{logTime(entry.createdAt)}</td>
          <td>
            <code>{entry.event}</code>
          </td>
          <td>
            <StatusBadge status={entry.status} />
            {entry.handlerError && <span className={styles.muted}>{words.handlerFailed}</span>}
          </td>
          <td>{entry.attemptCount}</td>
          <td>{entry.nextAttemptAt ? logTime(entry.nextAttemptAt) : '–'}</td>
          <td>
            <Link to={paths.delivery(agentId, entry.deliveryId)} className={styles.link}>
              {words.details}
              <Hidden> {words.of(entry.deliveryId)}</Hidden>
            </Link>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
