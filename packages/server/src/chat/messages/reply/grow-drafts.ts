import type { App } from '../../conversations/app.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { tell } from '../../../platform/signals/signal.ts';
import { namesAsset } from '../../transcript/asset-mentions.ts';
import { growOpenDrafts, type Growth, type GrownRow } from '../drafts/grow-queries.ts';
import type { KnownDraft, KnownDrafts } from '../drafts/known-drafts.ts';
import { presentReply, type PostReply } from './reply.ts';

type GrowApp = Pick<App, 'storage' | 'clock' | 'hub'>;

/** Returns whether a reply only updates a draft that is known to be open. */
export function isGrowth(known: KnownDrafts, reply: PostReply): boolean {
  return draftOf(known, reply) !== null && !namesAsset(reply.blocks);
}

/**
 * Updates cached drafts in one statement, which locks, verifies and writes. Only successes are decided here.
 *
 * @returns for each reply its response, or null if nothing was written and `postReplies` must decide.
 */
export async function growDrafts(
  app: GrowApp,
  known: KnownDrafts,
  replies: readonly PostReply[],
): Promise<(StoredAnswer | null)[]> {
  const growths = new Map<PostReply, Growth>();
  const taken = new Set<string>();
  for (const reply of replies) {
    const draft = draftOf(known, reply);
    // A second reply to the same delivery or with the same key must see what the first wrote, so it waits for
    // `postReplies`.
    const names = [reply.deliveryId, reply.key?.digest ?? reply.deliveryId];
    if (!draft || names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    const { blocks, key } = reply;
    growths.set(reply, { draft, blocks, key, response: presentReply(reply, draft.message_id, null) });
  }
  const planned = [...growths.values()];
  const grown = await write(app, planned);

  for (const { draft } of planned.filter((growth) => !grown.has(growth))) known.forget(draft.delivery_id);
  app.hub.publish(
    [...grown].map(([{ draft }, { people }]) =>
      tell(people, 'messagePartial', { conversationId: draft.conversation_id, messageId: draft.message_id }),
    ),
  );
  return replies.map((reply) => {
    const growth = growths.get(reply);
    return growth && grown.has(growth) ? { status: 202, body: growth.response, replayed: false } : null;
  });
}

async function write({ storage, clock }: GrowApp, growths: readonly Growth[]): Promise<Map<Growth, GrownRow>> {
  if (growths.length === 0) return new Map();
  const rows = await storage.atOnce((tx) => growOpenDrafts(tx, growths, new Date(clock.now())));
  return new Map(rows.map((row) => [growths[row.place] as Growth, row]));
}

function draftOf(known: KnownDrafts, { partial, toAgentId, deliveryId, agentId }: PostReply): KnownDraft | null {
  const draft = partial && toAgentId === null ? known.of(deliveryId) : undefined;
  return draft?.agent_id === agentId ? draft : null;
}
