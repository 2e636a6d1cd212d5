import { sql, type RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import {
  isUpdated,
  lockedAsKnown,
  readMarks,
  updatedConversations,
  type KnownConversation,
} from '../../conversations/cached-queries.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import type { EnqueuePlan, Placed } from '../../../engine/deliveries/engine.ts';
import { placed, placedRows, readPlaced, type PlacedRow } from '../../../engine/deliveries/enqueue-queries.ts';
import type { IdempotencyKey } from '../../../platform/routing/stored-answer.ts';
import { answered, isUsed } from '../../../platform/idempotency/queries.ts';
import { blockOf } from '../../../accounts/permissions/queries.ts';
import {
  fixedStatement,
  type Columns,
  type FixedStatement,
  type Parts,
} from '../../../platform/storage/fixed-statement.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { isProven } from '../../../accounts/users/proven-queries.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { insertColumns, insertedFrom } from '../../transcript/queries.ts';

/** A person's message, with everything that is written for it. */
export interface WrittenSend {
  readonly message: MessageRow;
  /** The agent of the conversation, with or without a delivery. */
  readonly agentId: AgentId | null;
  /** The sender's unverified session or token, to be checked by the statement; null if it was looked up. */
  readonly proof: ProvenSender | null;
  readonly delivery: NewDelivery | null;
  /** Whether this server has room in memory for the delivery. */
  readonly isWanted: boolean;
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
  readonly conversations: readonly KnownConversation[];
  /** Whether the transaction has locked the conversations and decided by what it read after that. */
  readonly isLocked: boolean;
  readonly sends: readonly WrittenSend[];
  readonly plan: Pick<EnqueuePlan, 'nodeId' | 'predictions'>;
  readonly now: Date;
}

/** What the statement wrote. */
export interface WrittenSends {
  /** Indices of the sends that were written, from 0. */
  readonly places: ReadonlySet<number>;
  readonly placed: Placed;
}

export const nothingWritten: WrittenSends = { places: new Set(), placed: new Map() };

/**
 * Writes messages with their deliveries and keys, and updates their conversations and the senders' read marks, in one
 * statement (`send.sql`). It locks the conversations and compares them with the cache. It writes nothing in a
 * conversation that differs or is locked, or if a key was used before, a sender has blocked the agent, or a session has
 * ended. With `isLocked` it compares nothing and writes all.
 */
export async function writeSends(tx: Tx, batch: SendBatch): Promise<WrittenSends> {
  return readWritten(batch, await statements[kindOf(batch)](tx, batch));
}

/** Each kind of batch has its own statement, because every part of one costs time even without rows. */
type Kind = 'messages' | 'deliveries' | 'predicted failures';

function kindOf({ sends, plan }: SendBatch): Kind {
  if (plan.predictions.agents.length > 0) return 'predicted failures';
  return sends.some(({ delivery }) => delivery !== null) ? 'deliveries' : 'messages';
}

/** A message without a delivery, by its index, or a placed delivery. */
type WrittenRow = { readonly place: number } | ({ readonly place: null } & PlacedRow);

function readWritten({ sends }: SendBatch, rows: readonly WrittenRow[]): WrittenSends {
  const placed = readPlaced(rows.flatMap((row) => (row.place === null ? [row] : [])));
  const undelivered = new Set(rows.map(({ place }) => place));
  const isWritten = ({ delivery }: WrittenSend, place: number) =>
    delivery === null ? undelivered.has(place) : placed.has(delivery.deliveryId);
  return { places: new Set(sends.flatMap((send, place) => (isWritten(send, place) ? [place] : []))), placed };
}

const statements: Readonly<Record<Kind, FixedStatement<SendBatch, WrittenRow>>> = {
  messages: fixedStatement((parts) => writing(parts, 'messages')),
  deliveries: fixedStatement((parts) => writing(parts, 'deliveries')),
  'predicted failures': fixedStatement((parts) => writing(parts, 'predicted failures')),
};

/** Returns the largest text of `writeSends`. It is kept in `send.sql`. */
export const sendText = (): string => statements['predicted failures'].text();

function writing(parts: Parts<SendBatch>, kind: Kind): RawBuilder<WrittenRow> {
  const now = parts.value(({ now: at }) => at);
  const isLocked = sql`${parts.value((batch) => batch.isLocked)}::boolean`;
  const rejected = sql`(
        -- A used key, a block or an ended session: these are decided after the conversation was locked and read.
        select s.conversation_id from send s
        where ${isUsed(sql`s.digest`)} or ${blockOf(sql`s.author_id`, sql`s.agent_id`)}
          or s.proof is not null and not ${isProven({ hash: sql`s.proof`, userId: sql`s.author_id`, locale: sql`s.locale`, timezone: sql`s.timezone`, now })})`;
  const queued = sql`, queued as (
      -- The deliveries of the messages, for the agent of each conversation.
      select delivery_id, agent_id, conversation_id, message_id, null as task_id, author_id as user_id,
             true as human_origin, 0 as hop, 'message.created' as event, envelope as body, created_at, trace, wanted, retry_at,
             place
      from written where delivery_id is not null
    ), ${placed(parts, ({ plan }) => plan, kind === 'predicted failures')}`;
  return sql<WrittenRow>`
    with send as materialized (
      -- The batch: one row for each message.
      select * from ${parts.rows(({ sends }) => sends, columns)}
    ), ${lockedAsKnown(parts, ({ conversations }) => conversations, { isLocked, rejected })}, ${updatedConversations}, written as materialized (
      -- The messages of those conversations. The others are decided after their conversation was locked and read.
      select s.* from send s where ${isUpdated(sql`s.conversation_id`)}
    ), ${readMarks(sql`written`)}, ${insertedFrom(sql`written`)}${kind === 'messages' ? sql`` : queued},
    ${answered(sql`written`, 201, now, true)}
    ${kind === 'messages' ? sql`` : sql`select null::int as place, r.* from (${placedRows}) r union all`}
    select (w.place - 1)::int as place, null::text as delivery_id, null::boolean as mine, null::boolean as predicted
    from written w where w.delivery_id is null`;
}

const columns: Columns<WrittenSend> = {
  ...insertColumns<WrittenSend>((s) => s.message),
  agent_id: ['text', (s) => s.agentId],
  delivery_id: ['text', (s) => s.delivery?.deliveryId],
  envelope: ['bytea', (s) => s.delivery?.body],
  trace: ['text', (s) => s.delivery?.trace],
  wanted: ['boolean', (s) => s.isWanted],
  retry_at: ['timestamptz', (s) => s.retryAt],
  proof: ['bytea', (s) => s.proof?.hash],
  locale: ['text', (s) => s.proof?.locale],
  timezone: ['text', (s) => s.proof?.timezone],
  digest: ['uuid', (s) => s.key?.digest],
  body_sha256: ['bytea', (s) => s.key?.bodySha256],
  response: ['text', (s) => (s.key ? s.response : null)],
};
