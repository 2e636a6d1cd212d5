import type { App } from '../../conversations/app.ts';
import { loadReplays, type Replays } from '../../../platform/idempotency/replay.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { countReplies } from '../../transcript/queries.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { loadCalls, type Calls } from './call-agent.ts';
import { loadDrafts, type OpenDrafts } from './open-drafts.ts';
import { loadDeliveryReferences, loadReplyRights, type ReplyRights } from './reply-rights.ts';
import type { PostReply } from './reply.ts';

/** What replies are decided by, read under the lock of their conversations and of those that they call into. */
export interface ReplyView {
  readonly transcript: TranscriptWriter;
  readonly rights: ReplyRights;
  readonly replays: Replays;
  readonly drafts: OpenDrafts;
  readonly calls: Calls;
  /** The final replies that each delivery has already. */
  readonly answers: Awaited<ReturnType<typeof countReplies>>;
}

export async function lockedView(
  tx: Tx,
  app: Pick<App, 'clock' | 'conversationCache'>,
  replies: readonly PostReply[],
): Promise<ReplyView> {
  const nowMs = app.clock.now();
  const references = await loadDeliveryReferences(tx, nowMs, replies);
  const calls = await loadCalls(tx, references, replies);
  const keys = replies.flatMap(({ key }) => key ?? []);
  const deliveryIds = [...new Set(replies.map((reply) => reply.deliveryId))];
  // All are read after the lock of the conversations, although they are sent together with it.
  const [transcript, rights, replays, drafts, answers] = await Promise.all([
    TranscriptWriter.open(tx, app, [...references.conversationIds, ...calls.conversationIds]),
    loadReplyRights(tx, references, calls.pairs),
    loadReplays(tx, keys, nowMs),
    loadDrafts(tx, references.conversationIds, nowMs),
    countReplies(tx, deliveryIds),
  ]);
  return { transcript, rights, replays, drafts, calls, answers };
}
