import {
  isId,
  type ConversationId,
  type QueuedDelivery,
  type Refusal,
  type SentMessage,
  type StoredBlock,
} from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgentsAmong } from '../agents/queries.ts';
import type { App } from '../app.ts';
import { agentsSeatedIn, updateRead } from '../conversations/queries.ts';
import type { NewDelivery } from '../deliveries/delivery.ts';
import type { IdempotencyKey, StoredAnswer } from '../idempotency/idempotency.ts';
import { insertAnswers } from '../idempotency/queries.ts';
import { loadReplays } from '../idempotency/replay.ts';
import { findBlocks } from '../permissions/queries.ts';
import type { Tx } from '../storage/storage.ts';
import type { Trace } from '../trace.ts';
import { Ledger } from './ledger.ts';
import type { MessageRow } from './message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from './seal-delivery.ts';

/** A person's message to a room. */
export interface SendMessage {
  readonly sender: EnvelopeUser;
  readonly conversationId: string;
  /** Null where the message is an attachment: then a block that the platform built says it all. */
  readonly text: string | null;
  readonly blocks?: readonly StoredBlock[];
  /** Why its content cannot be sent, where that was found before: a key that was used already, or a room that is closed to them, says more. */
  readonly refusal?: Refusal;
  readonly key: IdempotencyKey | null;
  readonly trace: Trace | null;
}

type SendApp = Pick<App, 'storage' | 'clock' | 'hub' | 'engine'>;

/** Sends messages, all in one transaction: each is stored with its delivery and its key, or refused without a trace. */
export async function sendMessages(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | Refusal)[]> {
  const { ledger, verdicts, enqueued } = await app.storage.transaction((tx) => write(app, tx, sends));
  app.engine.handOff(enqueued);
  app.hub.publish(ledger.signals());
  return verdicts;
}

async function write(app: SendApp, tx: Tx, sends: readonly SendMessage[]) {
  const rooms = sends.flatMap(({ conversationId }) => roomId(conversationId) ?? []);
  const keys = sends.flatMap(({ key }) => key ?? []);
  // Everything is read behind the rooms' lock, under which twins queue, although all of it leaves together.
  const [ledger, replays, seats] = await Promise.all([
    Ledger.open(tx, app, rooms),
    loadReplays(tx, keys, app.clock.now()),
    loadSeats(tx, rooms, sends),
  ]);
  const deliveries: NewDelivery[] = [];
  const answers: { key: IdempotencyKey; status: number; body: string }[] = [];
  const reads: Parameters<typeof updateRead>[1][number][] = [];

  const decide = (send: SendMessage): StoredAnswer | Refusal => {
    const earlier = send.key && replays.of(send.key);
    if (earlier) return earlier;
    const conversationId = roomId(send.conversationId);
    const room = conversationId && ledger.room(conversationId);
    if (!room?.people.includes(send.sender.userId)) return { code: 'conversation_not_found' };
    if (send.refusal) return send.refusal;
    if (room.agent_id && seats.isBlocked(room.agent_id, send.sender.userId)) return { code: 'agent_blocked' };

    const line = ledger.append({
      conversation_id: room.conversation_id,
      author_type: 'user',
      author_id: send.sender.userId,
      body: send.text,
      blocks: send.blocks ?? [],
      reply_to_delivery_id: null,
      proactive: false,
    });
    reads.push({ conversationId: room.conversation_id, userId: send.sender.userId, seq: line.seq });
    const agent = room.agent_id ? seats.liveAgent(room.agent_id) : undefined;
    const delivery = agent ? messageCreated(agent, line, send, app.clock.now()) : null;
    if (delivery) deliveries.push(delivery);
    const answer = { status: 201, body: JSON.stringify(presentSent(line, delivery)), replayed: false };
    if (send.key) {
      replays.remember(send.key, answer);
      answers.push({ key: send.key, ...answer });
    }
    return answer;
  };
  const verdicts = sends.map(decide);

  const [enqueued] = await Promise.all([
    app.engine.enqueue(tx, deliveries),
    ledger.write(tx),
    updateRead(tx, reads),
    insertAnswers(tx, answers, new Date(app.clock.now())),
  ]);
  return { ledger, verdicts, enqueued };
}

/** What the batch needs to know of the agents in its rooms, and of the senders' terms with them. */
async function loadSeats(tx: Tx, rooms: readonly ConversationId[], sends: readonly SendMessage[]) {
  const seated = agentsSeatedIn(rooms);
  const senders = [...new Set(sends.map(({ sender }) => sender.userId))];
  const [found, blocks] = await Promise.all([findAgentsAmong(tx, seated), findBlocks(tx, senders, seated)]);
  const agents = new Map<string, AgentRow>(found.map((agent) => [agent.agent_id, agent]));
  const blocked = new Set(blocks.map((row) => `${row.agent_id} ${row.user_id}`));
  return {
    isBlocked: (agentId: string, userId: string) => blocked.has(`${agentId} ${userId}`),
    /** A paused or deleted agent gets no new deliveries. */
    liveAgent: (agentId: string) => [agents.get(agentId)].find((agent) => agent?.status === 'live'),
  };
}

function messageCreated(agent: AgentRow, line: MessageRow, send: SendMessage, nowMs: number): NewDelivery {
  return sealDelivery(
    {
      event: 'message.created',
      agentId: agent.agent_id,
      conversationId: line.conversation_id,
      user: send.sender,
      payload: { messages: [envelopeMessage(line)] },
      createdAt: line.created_at,
      messageId: line.message_id,
      trace: send.trace,
    },
    nowMs,
  );
}

function presentSent(line: MessageRow, delivery: NewDelivery | null): SentMessage {
  const queued: QueuedDelivery[] = delivery
    ? [{ agentId: delivery.agentId, deliveryId: delivery.deliveryId, dispatchedAt: null, status: 'pending' }]
    : [];
  return {
    messageId: line.message_id,
    conversationId: line.conversation_id,
    seq: line.seq,
    body: line.body,
    createdAt: line.created_at.toISOString(),
    deliveries: queued,
  };
}

function roomId(text: string): ConversationId | null {
  return isId('conversation', text) ? text : null;
}
