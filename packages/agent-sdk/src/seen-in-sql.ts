import type { SeenDeliveries } from './seen-deliveries.ts';
import { SqlTable, type SqlClient } from './sql-client.ts';

const create =
  'CREATE TABLE IF NOT EXISTS parley_deliveries (delivery_id text PRIMARY KEY, accepted_at text NOT NULL, outcome text)';

/**
 * Remembers deliveries in the table `parley_deliveries` of a database, so that all processes of an agent that serves a webhook
 * handle each delivery once. Rows may be deleted after 7 days.
 *
 * @example new Agent({ ...options, seen: new SeenInSql(new pg.Pool()) })
 */
export class SeenInSql implements SeenDeliveries {
  readonly #table: SqlTable;

  constructor(client: SqlClient) {
    this.#table = new SqlTable(client, create);
  }

  async accept(deliveryId: string): Promise<boolean> {
    const insert =
      'INSERT INTO parley_deliveries (delivery_id, accepted_at) VALUES ($1, $2) ON CONFLICT (delivery_id) DO NOTHING RETURNING delivery_id';
    const rows = await this.#table.query(insert, [deliveryId, new Date().toISOString()]);
    return rows.length > 0;
  }

  async finish(deliveryId: string, outcome: 'handled' | 'failed'): Promise<void> {
    if (outcome === 'failed') {
      await this.#table.query('DELETE FROM parley_deliveries WHERE delivery_id = $1', [deliveryId]);
      return;
    }
    await this.#table.query('UPDATE parley_deliveries SET outcome = $2 WHERE delivery_id = $1', [deliveryId, outcome]);
  }
}
