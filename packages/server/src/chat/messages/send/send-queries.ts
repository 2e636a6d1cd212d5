import { sql, type RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import {
  heard,
  held,
  heldAlready,
  isMoved,
  moved,
  movedText,
  readMoved,
  type BelievedConversation,
  type MovedRow,
  type RowPlace,
} from '../../conversations/believed-queries.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import type { EnqueuePlan, Placed } from '../../../engine/deliveries/engine.ts';
import { placed, placedRows, readPlaced, type PlacedRow } from '../../../engine/deliveries/enqueue-queries.ts';
import type { IdempotencyKey } from '../../../platform/routing/stored-answer.ts';
import { answered, isUsed } from '../../../platform/idempotency/queries.ts';
import { blockOf } from '../../../accounts/permissions/queries.ts';
import { fixedStatement, type Columns, type Parts } from '../../../platform/storage/fixed-statement.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { isProven } from '../../../accounts/users/proven-queries.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { saidColumns, saidFrom } from '../../transcript/queries.ts';

/** A person's message, with everything that is written for it. */
export interface WrittenSend {
  readonly message: MessageRow;
  /** The agent of the conversation, with or without a delivery. */
  readonly agentId: AgentId | null;
  /** The cached location (`ctid`) of the sender's row in the conversation, or null. */
  readonly readRow: RowPlace | null;
  /** The sender's unverified session or token, to be checked by the statement; null if it was looked up. */
  readonly proof: ProvenSender | null;
  readonly delivery: NewDelivery | null;
  /** Whether this server has room in memory for the delivery. */
  readonly isWanted: boolean;
  /** The position in the queue up to which no first attempt waits in the delivery's lane. */
  readonly laneFloor: number;
  /** When the retry is due if the delivery is written with its failed first attempt. */
  readonly retryAt: Date | null;
  readonly key: IdempotencyKey | null;
  /** The response, which is stored under the key. */
  readonly response: string;
}

/** The hash of a session or token, and the cached fields of its person that the envelope contains. */
interface ProvenSender {
  readonly hash: Buffer;
  readonly locale: string;
  readonly timezone: string;
}

export interface SendBatch {
  readonly conversations: readonly BelievedConversation[];
  readonly sends: readonly WrittenSend[];
  readonly plan: Pick<EnqueuePlan, 'nodeId' | 'foreseen'>;
  readonly now: Date;
}

/** The result of the statement. */
export interface Written {
  readonly sent: readonly SentRow[];
  /** The new locations (`ctid`) of the changed rows. */
  readonly movedOn: readonly MovedRow[];
}

export interface SentRow {
  /** Index of the send, from 0. */
  readonly place: number;
  /** Whether its delivery is leased to this server. */
  readonly mine: boolean;
  /** Whether its delivery was written with a failed first attempt. */
  readonly foregone: boolean;
  /** The position up to which no first attempt waits in the delivery's lane; null without a delivery. */
  readonly laneFloor: number | null;
}

/**
 * Writes messages with their deliveries and keys, and updates their conversations and the senders' read
 * marks, all in one statement. The transaction must have locked the conversations and decided by what it read after
 * that.
 *
 * @returns the messages written, which are all.
 */
export async function writeSends(tx: Tx, batch: SendBatch): Promise<Written> {
  return readWritten(batch, await certain[kindOf(batch)](tx, batch));
}

/**
 * Writes messages to cached conversations, and locks the conversations itself. It writes nothing in a conversation that
 * differs from the cache or is locked, or if a key was used before, a sender has blocked the agent, or a session has
 * ended.
 *
 * @returns the messages written.
 */
export async function writeBelieved(tx: Tx, batch: SendBatch): Promise<Written> {
  return readWritten(batch, await believed[kindOf(batch)](tx, batch));
}

/** Each kind of batch has its own statement, because every part of one costs time even without rows. */
const kinds = ['messages', 'deliveries', 'foregone deliveries'] as const;
type Kind = (typeof kinds)[number];

function kindOf({ sends, plan }: SendBatch): Kind {
  if (plan.foreseen.agents.length > 0) return 'foregone deliveries';
  return sends.some(({ delivery }) => delivery !== null) ? 'deliveries' : 'messages';
}

/** A message without a delivery, by its index; a placed delivery; or the locations of the changed rows. */
type WrittenRow =
  | { readonly place: number }
  | ({ readonly place: null; readonly moved: null } & PlacedRow)
  | { readonly place: null; readonly delivery_id: null; readonly moved: string | null };

function readWritten({ sends }: SendBatch, rows: readonly WrittenRow[]): Written {
  const alone = new Set<number>();
  const deliveries: PlacedRow[] = [];
  let movedOn: readonly MovedRow[] = [];
  for (const row of rows) {
    if (row.place !== null) alone.add(row.place);
    else if (row.delivery_id !== null) deliveries.push(row);
    else movedOn = readMoved(row.moved);
  }
  return { sent: sentRows(sends, alone, readPlaced(deliveries)), movedOn };
}

function sentRows(sends: readonly WrittenSend[], alone: ReadonlySet<number>, placed: Placed): SentRow[] {
  return sends.flatMap(({ delivery }, place) => {
    const id = delivery?.deliveryId;
    const laneFloor = id === undefined ? undefined : placed.laneFloors.get(id);
    if (id === undefined || laneFloor === undefined)
      return alone.has(place) ? { place, mine: false, foregone: false, laneFloor: null } : [];
    return { place, mine: placed.mine.has(id), foregone: placed.foregone.has(id), laneFloor };
  });
}

type Statement = (tx: Tx, batch: SendBatch) => Promise<WrittenRow[]>;
const certain = byKind((kind) => fixedStatement((parts) => writing(parts, kind, true)));
const believed = byKind((kind) => fixedStatement((parts) => writing(parts, kind, false)));

function byKind(make: (kind: Kind) => Statement): Readonly<Record<Kind, Statement>> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, Statement>;
}

function writing(parts: Parts<SendBatch>, kind: Kind, isCertain: boolean): RawBuilder<WrittenRow> {
  const now = parts.value(({ now: at }) => at);
  const spoilt = sql`(
    select s.conversation_id from send s
    where ${isUsed(sql`s.digest`)} or ${blockOf(sql`s.author_id`, sql`s.agent_id`)}
      or s.proof is not null and not ${isProven({ hash: sql`s.proof`, userId: sql`s.author_id`, locale: sql`s.locale`, timezone: sql`s.timezone`, now })})`;
  const conversations = ({ conversations: all }: SendBatch) => all;
  const queued = sql`, queued as (
      select delivery_id, agent_id, conversation_id, message_id, null as task_id, author_id as user_id,
             true as human_origin, 0 as hop, 'message.created' as event, envelope as body, created_at, trace, wanted, lane_floor, retry_at,
             place
      from written where delivery_id is not null
    ), ${placed(parts, ({ plan }) => plan, kind === 'foregone deliveries')}`;
  return sql<WrittenRow>`
    with send as materialized (
      select * from ${parts.rows(({ sends }) => sends, columns)}
    ), ${isCertain ? heldAlready(parts, conversations) : held(parts, conversations, spoilt)}, ${moved}, written as materialized (
      select s.* from send s where ${isMoved(sql`s.conversation_id`)}
    ), ${heard(sql`written`)}, ${saidFrom(sql`written`)}${kind === 'messages' ? sql`` : queued},
    ${answered(sql`written`, 201, now, isCertain)}
    ${kind === 'messages' ? sql`` : sql`select null::int as place, r.*, null::text as moved from (${placedRows}) r union all`}
    select (w.place - 1)::int as place, null::text as delivery_id, null::boolean as mine, null::boolean as foregone,
           null::bigint as position, null::text as moved
    from written w where w.delivery_id is null
    union all select null, null, null, null, null, ${movedText}`;
}

const columns: Columns<WrittenSend> = {
  ...saidColumns<WrittenSend>((s) => s.message),
  agent_id: ['text', (s) => s.agentId],
  read_row: ['text', (s) => s.readRow],
  delivery_id: ['text', (s) => s.delivery?.deliveryId],
  envelope: ['bytea', (s) => s.delivery?.body],
  trace: ['text', (s) => s.delivery?.trace],
  wanted: ['boolean', (s) => s.isWanted],
  lane_floor: ['bigint', (s) => s.laneFloor],
  retry_at: ['timestamptz', (s) => s.retryAt],
  proof: ['bytea', (s) => s.proof?.hash],
  locale: ['text', (s) => s.proof?.locale],
  timezone: ['text', (s) => s.proof?.timezone],
  digest: ['uuid', (s) => s.key?.digest],
  body_sha256: ['bytea', (s) => s.key?.bodySha256],
  response: ['text', (s) => (s.key ? s.response : null)],
};
