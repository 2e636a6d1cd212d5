import { limits, type DeliveryId, type Refusal } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { Enqueued } from '../../../engine/deliveries/engine.ts';
import { insertStopped } from '../../../engine/deliveries/stopped-queries.ts';
import type { IdempotencyKey, StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import type { GivenAnswer } from '../../../platform/idempotency/queries.ts';
import { loadReplays } from '../../../platform/idempotency/replay.ts';
import type { OpenSpan } from '../../../platform/telemetry/span.ts';
import { follow } from '../../../engine/deliveries/delivery-work.ts';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { writeReplies, type ReplyBatch } from './reply-queries.ts';
import { insertCalls } from './agent-call-queries.ts';
import { authorizeCall, loadCalls, placeCall, type PlacedCall } from './call-agent.ts';
import { loadDrafts, type OpenDrafts } from './open-drafts.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { traceReply } from '../message-span.ts';
import { draftNotifications, newsOf, tellNotified, type NewNotification } from '../../notifications/notify.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { countReplies, type AnswersSoFar } from '../../transcript/queries.ts';
import { presentReply, type PostReply } from './reply.ts';
import type { KnownDrafts } from '../drafts/known-drafts.ts';
import { loadDeliveryReferences, loadReplyRights } from './reply-rights.ts';

type ReplyApp = Pick<App, 'storage' | 'engine' | 'hub' | 'clock' | 'conversationCache'>;
export type ReplyVerdict = StoredAnswer | Refusal;

/** Posts replies in one transaction. Each is either written with its agent calls, or refused and leaves nothing. */
export async function postReplies(
  app: ReplyApp,
  known: KnownDrafts,
  replies: readonly PostReply[],
): Promise<ReplyVerdict[]> {
  const { verdicts, spans, drafts, transcript, enqueued, notified, placed } = await app.storage.transactionWithLast(
    (tx) => decideAll(app, tx, replies),
    async (tx, decided) => ({ ...decided, notified: decided.batch ? await writeReplies(tx, decided.batch) : [] }),
  );
  transcript.committed();
  drafts.teach(known);
  const signals = [
    ...transcript.signals(),
    ...drafts.signals(transcript),
    ...placed.flatMap(({ shownOn }) => callSignals(transcript, shownOn)),
    ...tellNotified(notified),
  ];
  follow(app, { enqueued: [enqueued], signals });
  for (const span of spans) span.end({});
  return verdicts;
}

/**
 * Decides each reply, and returns what remains to be written. Rows that cannot be part of the last statement are
 * written here.
 */
async function decideAll(app: ReplyApp, tx: Tx, replies: readonly PostReply[]) {
  const nowMs = app.clock.now();
  const references = await loadDeliveryReferences(tx, nowMs, replies);
  const calls = await loadCalls(tx, references, replies);
  const deliveryIds = [...new Set(replies.map((reply) => reply.deliveryId))];
  // All are read after the lock of the conversations, although they are sent together with it.
  const [transcript, rights, replays, drafts, answers] = await Promise.all([
    TranscriptWriter.open(tx, app, [...references.conversationIds, ...calls.conversationIds]),
    loadReplyRights(tx, references, calls.pairs),
    loadReplays(tx, keysOf(replies), nowMs),
    loadDrafts(tx, references.conversationIds, nowMs),
    countReplies(tx, deliveryIds),
  ]);
  const placed: PlacedCall[] = [];
  const spans: OpenSpan[] = [];
  const posted: MessageRow[] = [];
  const counts = new Map<DeliveryId, number>();
  const keyed: GivenAnswer[] = [];

  const decide = (reply: PostReply): ReplyVerdict => {
    const earlier = reply.key && replays.of(reply.key);
    if (earlier) return earlier;
    const authority = rights.of(reply, transcript);
    if (!authority) return { code: 'delivery_not_found', path: '/in_reply_to_delivery_id' };
    const count = counts.get(reply.deliveryId) ?? answers.get(reply.deliveryId)?.count ?? 0;
    const over = validateAnswers(answers.get(reply.deliveryId), count);
    if (over) return over;
    if (reply.partial && drafts.isFull(reply, authority.conversation_id)) return { code: 'too_many_drafts' };
    const refusal = authorizeCall(calls, reply, authority, { transcript, rights });
    if (refusal) return refusal;

    const messageId = reply.partial ? drafts.write(reply, authority.conversation_id) : drafts.close(reply.deliveryId);
    let callId: DeliveryId | null = null;
    if (!reply.partial) {
      counts.set(reply.deliveryId, count + 1);
      const message = transcript.append({
        message_id: messageId,
        conversation_id: authority.conversation_id,
        author_type: 'agent',
        author_id: reply.agentId,
        blocks: reply.blocks,
        reply_to_delivery_id: reply.deliveryId,
      });
      posted.push(message);
      const trace = traceReply(reply, authority.trace, spans);
      const call = placeCall(calls, { reply, authority, message }, transcript, nowMs, trace);
      if (call) placed.push(call);
      callId = call?.delivery.deliveryId ?? null;
    }
    const answer = { status: 202, body: presentReply(reply, messageId, callId), replayed: false };
    if (reply.key) {
      replays.remember(reply.key, answer);
      keyed.push({ key: reply.key, ...answer });
    }
    return answer;
  };
  const verdicts = replies.map(decide);

  const [enqueued] = await Promise.all([
    enqueueCalls(app, tx, placed, nowMs),
    transcript.noteMentions(tx),
    drafts.noteMentions(tx),
  ]);
  const news = newsOf(transcript, posted, 'message');
  const batch = batchOf(transcript, drafts, keyed, news, nowMs);
  return { verdicts, spans, drafts, transcript, enqueued, batch, placed };
}

/** Queues calls and answers, and records them. An answer to a caller that was stopped takes no replies. */
async function enqueueCalls(app: ReplyApp, tx: Tx, placed: readonly PlacedCall[], nowMs: number): Promise<Enqueued> {
  const enqueued = await app.engine.enqueue(
    tx,
    placed.map(({ delivery }) => delivery),
  );
  if (placed.length === 0) return enqueued;
  const stopped = placed.flatMap(({ delivery, stopped: isStopped }) => (isStopped ? [delivery.deliveryId] : []));
  await insertCalls(
    tx,
    placed.map(({ row }) => row),
  );
  await insertStopped(tx, stopped, new Date(nowMs));
  return enqueued;
}

/** Notifies the readers of messages that the calls which they show changed. */
function callSignals(transcript: TranscriptWriter, shownOn: PlacedCall['shownOn']): Signal[] {
  return shownOn.flatMap((place) => {
    const people = transcript.conversation(place.conversationId)?.people;
    return people ? [tell(people, 'deliveryUpdated', place)] : [];
  });
}

/** Returns what the last statement writes, or null if nothing. */
function batchOf(
  transcript: TranscriptWriter,
  drafts: OpenDrafts,
  answers: readonly GivenAnswer[],
  news: readonly NewNotification[],
  nowMs: number,
): ReplyBatch | null {
  const changes = drafts.changes();
  const { appended } = transcript;
  if (appended.length + changes.closed.length + changes.shown.length + answers.length === 0) return null;
  return {
    messages: appended,
    ends: transcript.lastMessages(),
    drafts: changes,
    answers,
    notifications: draftNotifications(news, nowMs),
    now: new Date(nowMs),
  };
}

/** Returns why a delivery takes no more answers, or null if it does. */
function validateAnswers(soFar: AnswersSoFar | undefined, count: number): Refusal | null {
  if (soFar?.stopped) return { code: 'reply_stopped', path: '/in_reply_to_delivery_id' };
  return count >= limits.finalRepliesPerDelivery ? { code: 'reply_limit_reached' } : null;
}

function keysOf(replies: readonly PostReply[]): IdempotencyKey[] {
  return replies.flatMap(({ key }) => key ?? []);
}
