import { limits, type Refusal } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { follow } from '../../../engine/deliveries/delivery-work.ts';
import type { Enqueued } from '../../../engine/deliveries/engine.ts';
import { insertStopped } from '../../../engine/deliveries/stopped-queries.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { tellNotified } from '../../notifications/notify.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { KnownDrafts } from '../drafts/known-drafts.ts';
import { insertCalls } from './agent-call-queries.ts';
import { authorizeCall, type PlacedCall } from './call-agent.ts';
import { ComposedReplies } from './compose-reply.ts';
import { writeReplies } from './reply-queries.ts';
import { lockedView, type ReplyView } from './reply-view.ts';
import type { PostReply } from './reply.ts';

type ReplyApp = Pick<App, 'storage' | 'engine' | 'hub' | 'clock' | 'conversationCache'>;
export type ReplyVerdict = StoredAnswer | Refusal;

/** Posts replies in one transaction. Each is either written with its agent calls, or refused and leaves nothing. */
export async function postReplies(
  app: ReplyApp,
  known: KnownDrafts,
  replies: readonly PostReply[],
): Promise<ReplyVerdict[]> {
  const { view, composed, verdicts, enqueued, notified } = await app.storage.transactionWithLast(
    async (tx) => {
      const view = await lockedView(tx, app, replies);
      const nowMs = app.clock.now();
      const composed = new ComposedReplies();
      const verdicts = replies.map((reply) => decideOne(view, composed, reply, nowMs));
      // Rows that cannot be part of the last statement.
      const [enqueued] = await Promise.all([
        enqueueCalls(app, tx, composed.calls, nowMs),
        view.transcript.noteAssets(tx),
        view.drafts.noteAssets(tx),
      ]);
      return { view, composed, verdicts, enqueued, batch: composed.batch(view, nowMs) };
    },
    async (tx, decided) => ({ ...decided, notified: decided.batch ? await writeReplies(tx, decided.batch) : [] }),
  );
  const { transcript, drafts } = view;
  transcript.committed();
  drafts.teach(known);
  const signals = [
    ...transcript.signals(),
    ...drafts.signals(transcript),
    ...composed.calls.flatMap(({ shownOn }) => callSignals(transcript, shownOn)),
    ...tellNotified(notified),
  ];
  follow(app, { enqueued: [enqueued], signals });
  for (const span of composed.spans) span.end({});
  return verdicts;
}

function decideOne(view: ReplyView, composed: ComposedReplies, reply: PostReply, nowMs: number): ReplyVerdict {
  const { transcript, rights, replays, drafts, calls, answers } = view;
  const earlier = reply.key && replays.of(reply.key);
  if (earlier) return earlier;
  const authority = rights.of(reply, transcript);
  if (!authority) return { code: 'delivery_not_found', path: '/in_reply_to_delivery_id' };
  const soFar = answers.get(reply.deliveryId);
  if (soFar?.stopped) return { code: 'reply_stopped', path: '/in_reply_to_delivery_id' };
  if ((soFar?.count ?? 0) + composed.countOf(reply.deliveryId) >= limits.finalRepliesPerDelivery)
    return { code: 'reply_limit_reached' };
  if (reply.partial && drafts.isFull(reply, authority.conversation_id)) return { code: 'too_many_drafts' };
  const refusal = authorizeCall(calls, reply, authority, { transcript, rights });
  return refusal ?? composed.add(view, reply, authority, nowMs);
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
