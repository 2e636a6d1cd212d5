import { sql } from 'kysely';
import type { App } from '../../chat/conversations/app.ts';
import { lockDueRule, notePurged, type RetentionRule } from '../../chat/conversations/retention-queries.ts';
import type { Transcript } from '../../chat/conversations/transcript-work.ts';
import { writeTombstones, type Doomed } from '../../chat/messages/delete/write-tombstones.ts';
import { findExpired, hasOldMessage, type ExpiredRow } from '../../chat/transcript/purge-queries.ts';
import { indexNewest } from '../../chat/transcript/word-queries.ts';

type PurgeApp = Pick<App, 'commit' | 'storage' | 'clock' | 'secrets'>;
type Due = RetentionRule & { readonly days: number };

const dayMs = 24 * 3_600_000;
/** Messages of a batch, each of at most some hundred KiB. */
const batchMax = 100;

/**
 * Turns the oldest messages that are kept no longer into tombstones, a batch of one rule. Other servers work on other
 * rules meanwhile.
 *
 * @returns whether there may be more.
 */
export async function purgeMessages(app: PurgeApp): Promise<boolean> {
  return (await purgeBatch(app, 'conversation')) || purgeBatch(app, 'server');
}

async function purgeBatch(app: PurgeApp, which: 'server' | 'conversation'): Promise<boolean> {
  const now = new Date(app.clock.now());
  const hasOld = which === 'server' ? () => sql<boolean>`true` : hasOldMessage(now);
  // Search words are written before the transaction, as for every change of messages.
  const ahead = await app.storage.transaction(async (tx) => {
    const rule = await lockDueRule(tx, which, now, hasOld);
    return rule === null ? [] : findExpired(tx, rule, cutOf(rule, now), batchMax);
  });
  if (ahead.length === 0) return false;
  const rooms = [...new Set(ahead.filter((row) => !row.stays).map((row) => row.conversation_id))];
  while (rooms.length > 0 && (await indexNewest(app.storage, rooms)));
  return app.commit(async (work) => {
    const rule = await lockDueRule(work.tx, which, now, hasOld);
    if (rule === null) return false;
    const rows = await findExpired(work.tx, rule, cutOf(rule, now), batchMax);
    const last = rows.at(-1);
    if (last === undefined) return false;
    const doomed = rows.filter((row) => !row.stays);
    await work.transcript.lock([...new Set(doomed.map((row) => row.conversation_id))]);
    await writeTombstones(work, withRooms(work.transcript, doomed), {
      secrets: app.secrets,
      now,
      dispatches: new Map(),
    });
    await notePurged(work.tx, { scope: rule.scope, purged_id: last.message_id, purged_seq: last.seq });
    // A conversation that is done makes place for the next one.
    return which === 'conversation' || rows.length === batchMax;
  });
}

function cutOf({ days }: Due, now: Date): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Leaves out messages of conversations that were deleted; they are erased with them. */
function withRooms(transcript: Transcript, messages: readonly ExpiredRow[]): Doomed[] {
  return messages.flatMap((message) => {
    const conversation = transcript.conversation(message.conversation_id);
    return conversation === undefined ? [] : [{ conversation, message }];
  });
}
