import type { Database } from '../place/database.ts';
import type { History } from './history.ts';
import type { Verdict } from './verdict.ts';

interface DeliveryRow {
  readonly delivery_id: string;
  readonly status: string;
  readonly event: string;
  readonly fence: number;
  readonly attempts: number;
  readonly last_outcome: string | null;
  readonly is_over: boolean;
}

const question = `
  select d.delivery_id, d.status, d.event, d.fence, d.last_outcome, not d.open as is_over,
         (select count(*)::int from delivery_attempts a where a.delivery_id = d.delivery_id) as attempts
  from delivery_standings d`;

/**
 * Each delivery came, or is dead with a reason; none came that there is not. A delivery that came more often than it was attempted
 * on the record was in the hands of a server that was lost before it could say so: then it was claimed again, which the fence counts.
 */
export async function checkDeliveries(database: Database, history: History): Promise<Verdict> {
  const rows = await database.withClient(async (client) => (await client.query<DeliveryRow>(question)).rows);
  const byId = new Map(rows.map((row) => [row.delivery_id, row]));
  const broken: string[] = [];
  for (const { deliveryId, messageId } of history.accepted) {
    if (deliveryId !== null && !byId.has(deliveryId)) broken.push(`LOST: ${deliveryId} of ${messageId} is not there`);
  }
  for (const id of history.arrivals.keys()) if (!byId.has(id)) broken.push(`${id} came, and nobody knows of it`);
  let [dead, retried, repeated] = [0, 0, 0];
  for (const row of rows) {
    const came = history.arrivals.get(row.delivery_id)?.times.length ?? 0;
    const name = `${row.delivery_id} (${row.event})`;
    if (!row.is_over) broken.push(`${name} is still open: ${row.status} after ${row.attempts} attempts`);
    else if (row.status === 'delivered' && came === 0) broken.push(`LOST: ${name} counts as delivered and never came`);
    else if (row.status === 'failed') {
      dead++;
      if (row.last_outcome === null) broken.push(`${name} is dead without a reason`);
    }
    if (came > row.fence) broken.push(`${name} came ${came} times and was claimed ${row.fence} times`);
    retried += Math.max(0, Math.min(came, row.attempts) - 1);
    repeated += Math.max(0, came - Math.max(1, row.attempts));
  }
  return {
    figures: [
      ['deliveries', rows.length],
      ['  lost', broken.filter((sentence) => sentence.startsWith('LOST')).length],
      ['  dead, with a reason', dead],
      ['  came again after an attempt that failed', retried],
      ['  came again after a lost server or lease', repeated],
    ],
    broken,
  };
}
