import type { DeliveryId } from '@parley/protocol';

/** A delivery without a dispatch time in the database, and the server that holds its lease. */
export interface Undispatched {
  readonly delivery_id: DeliveryId;
  readonly lease_owner: string | null;
}

export type Dispatches = ReadonlyMap<DeliveryId, Date>;

/** Returns the rows with dispatch times filled in where the database has none but a server knows one. */
export async function withDispatches<Row extends Undispatched & { readonly dispatched_at: Date | null }>(
  rows: readonly Row[],
  dispatchesOf: (deliveries: readonly Undispatched[]) => Promise<Dispatches>,
): Promise<Row[]> {
  const silent = rows.filter((row) => row.dispatched_at === null);
  if (silent.length === 0) return [...rows];
  const dispatches = await dispatchesOf(silent);
  return rows.map((row) => ({ ...row, dispatched_at: row.dispatched_at ?? dispatches.get(row.delivery_id) ?? null }));
}
