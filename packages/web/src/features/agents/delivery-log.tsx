import type { AgentId, DeliveryId, DeliveryLogEntry } from '@parley/protocol';
import { useState } from 'react';
import { useDeliveryLog } from '../../api/deliveries.ts';
import type { DeliveryFilter } from '../../api/deliveries.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { logTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './agent-page.module.css';
import { DeliveryDetails } from './delivery-details.tsx';
import { StatusBadge } from './status-badge.tsx';

const filters: readonly { readonly value: DeliveryFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];

/** What was delivered to the agent and how that went, newest first. Never what was said. */
export function DeliveryLog({ agentId }: { readonly agentId: AgentId }) {
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const [open, setOpen] = useState<DeliveryId | null>(null);
  const log = useDeliveryLog(agentId, filter);
  const entries = log.data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.section} aria-labelledby="deliveries">
      <div className={styles.head}>
        <h2 id="deliveries">Deliveries</h2>
        <div className={styles.row} role="group" aria-label="Show">
          {filters.map(({ value, label }) => (
            <Button
              key={value}
              look={value === filter ? 'plain' : 'quiet'}
              aria-pressed={value === filter}
              onClick={() => setFilter(value)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      {log.error && <ErrorNotice error={log.error} />}
      {!entries && !log.error && <Skeleton label="Loading deliveries" rows={3} />}
      {entries?.length === 0 && <p className={styles.muted}>Nothing here. Write to the agent and it shows up.</p>}
      {entries && entries.length > 0 && <LogTable entries={entries} onOpen={setOpen} />}
      {log.hasNextPage && (
        <div className={styles.row}>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Older
          </Button>
        </div>
      )}
      {open && <DeliveryDetails agentId={agentId} deliveryId={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

const columns = ['When', 'Event', 'State', 'Attempts', 'Next try', 'Delivery'];

interface LogTableProps {
  readonly entries: readonly DeliveryLogEntry[];
  readonly onOpen: (id: DeliveryId) => void;
}

function LogTable({ entries, onOpen }: LogTableProps) {
  return (
    <DataTable label="Delivery log" columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.deliveryId}>
          <td>{logTime(entry.createdAt)}</td>
          <td>
            <code>{entry.event}</code>
          </td>
          <td>
            <StatusBadge status={entry.status} />
          </td>
          <td>{entry.attemptCount}</td>
          <td>{entry.nextAttemptAt ? logTime(entry.nextAttemptAt) : '–'}</td>
          <td>
            <button type="button" className={styles.link} onClick={() => onOpen(entry.deliveryId)}>
              Attempts<Hidden> of {entry.deliveryId}</Hidden>
            </button>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
