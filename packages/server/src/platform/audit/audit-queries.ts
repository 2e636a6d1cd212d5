import { sql } from 'kysely';
import type { ActorType, AuditAction, AuditTarget } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';

/** What a row says. Nothing of it changes after it was written. */
export interface AuditContent {
  readonly row_id: string;
  readonly at: Date;
  readonly actor_type: ActorType;
  readonly actor_id: string | null;
  readonly action: AuditAction;
  readonly target_type: AuditTarget;
  readonly target_id: string | null;
  /** JSON of an object. */
  readonly details: string;
  readonly address_group: string | null;
  readonly request_id: string | null;
}

/** A row with its keyed hash, and its place in the chain once it has one. */
export interface AuditLogRow extends AuditContent {
  /** Number of the key of `mac`. */
  readonly key_position: number;
  readonly mac: Buffer;
  readonly seq: number | null;
  readonly hash: Buffer | null;
  /** Number of the key of `hash`. */
  readonly link_position: number | null;
}

/** Inserts a row that has no place in the chain yet. */
export async function insertAuditRow(
  tx: Tx,
  row: AuditContent & Pick<AuditLogRow, 'key_position' | 'mac'>,
): Promise<void> {
  await sql`
    insert into audit_log
      (row_id, at, actor_type, actor_id, action, target_type, target_id, details, address_group, request_id,
       key_position, mac)
    values (${row.row_id}, ${row.at}, ${row.actor_type}, ${row.actor_id}, ${row.action}, ${row.target_type},
            ${row.target_id}, ${row.details}, ${row.address_group}, ${row.request_id}, ${row.key_position},
            ${row.mac})`.execute(tx);
}

export type Unsealed = Pick<AuditLogRow, 'row_id' | 'mac'>;

/** Returns rows without a place in the chain, in the order in which they were written. */
export async function findUnsealed(tx: Tx, limit: number): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select row_id, mac from audit_log where seq is null order by row_id limit ${limit}`.execute(tx);
  return rows;
}

/** The last link of the chain. */
export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Returns the last link of the chain; `seq` 0 and 32 zero bytes if there is none. */
export async function findHead(db: Db | Tx): Promise<Head> {
  const { rows } = await sql<Head>`
    select seq::float8 as seq, hash from audit_log where seq is not null order by seq desc limit 1`.execute(db);
  return rows[0] ?? { seq: 0, hash: Buffer.alloc(32) };
}

/** Gives rows their places. */
export async function linkRows(
  tx: Tx,
  links: readonly (Head & { readonly rowId: string })[],
  keyPosition: number,
): Promise<void> {
  await sql`
    update audit_log l set seq = n.seq, hash = n.hash, link_position = ${keyPosition}
    from unnest(${links.map(({ rowId }) => rowId)}::text[], ${links.map(({ seq }) => seq)}::bigint[],
                ${links.map(({ hash }) => hash)}::bytea[]) as n (row_id, seq, hash)
    where l.row_id = n.row_id`.execute(tx);
}

/** Returns which of these rows are there. */
export async function findThere(db: Db, rowIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ row_id: string }>`
    select row_id from audit_log where row_id = any(${rowIds}::text[])`.execute(db);
  return new Set(rows.map((row) => row.row_id));
}
