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
import type { NewDelivery } from '../../deliveries/delivery.ts';
import type { EnqueuePlan, Placed } from '../../deliveries/engine.ts';
import { placed, placedRows, readPlaced, type PlacedRow } from '../../deliveries/queue/enqueue-queries.ts';
import type { IdempotencyKey } from '../../routing/stored-answer.ts';
import { answered, isUsed } from '../../idempotency/queries.ts';
import { blockOf } from '../../permissions/queries.ts';
import { fixedStatement, type Columns, type Parts } from '../../storage/fixed-statement.ts';
import type { Tx } from '../../storage/storage.ts';
import { isProven } from '../../users/proven-queries.ts';
import type { MessageRow } from '../../transcript/message-row.ts';
import { saidFrom } from '../../transcript/queries.ts';
import { indexedFrom, wordsOf } from '../../transcript/word-queries.ts';

/** A person's message with all that is written for it. */
export interface WrittenSend {
  readonly message: MessageRow;
  /** The agent in the conversation, whether it gets a delivery or not. */
  readonly agentId: AgentId | null;
  /** Where the sender's row in the conversation was last; null where that is not known. */
  readonly readRow: RowPlace | null;
  /** By what the sender is known who was not looked up; null where they were. */
  readonly proof: ProvenSender | null;
  readonly delivery: NewDelivery | null;
  /** Whether this server would take the delivery straight into its hands. */
  readonly isWanted: boolean;
  /** Up to which place in the queue nothing waits in the delivery's lane. */
  readonly laneFloor: number;
  /** When the delivery is due again, should it be written with its first attempt. */
  readonly retryAt: Date | null;
  readonly key: IdempotencyKey | null;
  /** The answer, which is kept under the key. */
  readonly response: string;
}

/** What a sender showed, and what the envelope says of them by it. */
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

/** What was written. */
export interface Written {
  readonly sent: readonly SentRow[];
  /** Where the rows are now that changed with it. */
  readonly movedOn: readonly MovedRow[];
}

export interface SentRow {
  /** From 0, its place among the sends. */
  readonly place: number;
  /** Whether its delivery is this server's now. */
  readonly mine: boolean;
  /** Whether its delivery was written with its first attempt. */
  readonly foregone: boolean;
  /** Up to which place in the queue nothing waits in its delivery's lane; null where it has none. */
  readonly laneFloor: number | null;
}

/**
 * Writes messages with their words, their deliveries and their keys, and moves their conversations and what their senders have read on: all
 * that a send leaves behind, in one statement. The transaction has to have locked the conversations, and all has to have been decided by
 * what it read behind that lock.
 *
 * @returns those that were written: all.
 */
export async function writeSends(tx: Tx, batch: SendBatch): Promise<Written> {
  return readWritten(batch, await certain[kindOf(batch)](tx, batch));
}

/**
 * The same by what is believed. It locks the conversations itself, so it needs no statement before it. Where a conversation is not as it is
 * believed to be, or is somebody else's at this moment, where a key was used before, where a sender has blocked the agent or is not proven
 * any more, nothing is written in that conversation.
 *
 * @returns those that were written.
 */
export async function writeBelieved(tx: Tx, batch: SendBatch): Promise<Written> {
  return readWritten(batch, await believed[kindOf(batch)](tx, batch));
}

/** What a batch has is what its statement speaks of, for each part costs something even where there is nothing to do. */
const kinds = ['messages', 'deliveries', 'foregone deliveries'] as const;
type Kind = (typeof kinds)[number];

function kindOf({ sends, plan }: SendBatch): Kind {
  if (plan.foreseen.agents.length > 0) return 'foregone deliveries';
  return sends.some(({ delivery }) => delivery !== null) ? 'deliveries' : 'messages';
}

/** A message that was written without a delivery, by its place; what is told of a delivery that was written with its message; or the rows that moved. */
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
    ), ${heard(sql`written`)}, ${saidFrom(sql`written`)}, ${indexedFrom(sql`written`)}${kind === 'messages' ? sql`` : queued},
    ${answered(sql`written`, 201, now, isCertain)}
    ${kind === 'messages' ? sql`` : sql`select null::int as place, r.*, null::text as moved from (${placedRows}) r union all`}
    select (w.place - 1)::int as place, null::text as delivery_id, null::boolean as mine, null::boolean as foregone,
           null::bigint as position, null::text as moved
    from written w where w.delivery_id is null
    union all select null, null, null, null, null, ${movedText}`;
}

const columns: Columns<WrittenSend> = {
  message_id: ['text', (s) => s.message.message_id],
  conversation_id: ['text', (s) => s.message.conversation_id],
  seq: ['int', (s) => s.message.seq],
  author_id: ['text', (s) => s.message.author_id],
  body: ['text', (s) => s.message.body],
  blocks: ['json', (s) => JSON.stringify(s.message.blocks)],
  created_at: ['timestamptz', (s) => s.message.created_at],
  words: ['text', (s) => wordsOf(s.message)],
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
