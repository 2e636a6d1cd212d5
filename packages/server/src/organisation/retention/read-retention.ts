import type { Retention, UserId } from '@parley/protocol';
import { requireMember } from '../../chat/conversations/require-member.ts';
import { findRules, type RetentionRule } from '../../chat/conversations/retention-queries.ts';
import { countExpired, findOldest } from '../../chat/transcript/purge-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isPending } from './next-rule.ts';

type Place = Pick<RetentionRule, 'scope' | 'purged_id' | 'purged_seq'>;

const countedMax = 100_000;
const dayMs = 24 * 3_600_000;

/** Returns how long the server keeps messages, and what is deleted next. */
export async function readRetention(db: Db | Tx, nowMs: number): Promise<Retention> {
  const [rule] = await findRules(db, ['server']);
  const nextPurge = rule ? await findNextPurge(db, [rule], rule, nowMs) : null;
  return { messagesDays: rule?.messages_days ?? null, nextPurge };
}

/** Returns how long a conversation keeps its messages. Refuses everybody but its creator. */
export async function readConversationRetention(
  db: Db | Tx,
  {
    userId,
    conversationId,
    nowMs,
  }: { readonly userId: UserId; readonly conversationId: string; readonly nowMs: number },
): Promise<Retention> {
  const { conversation_id: scope, creator_user_id: creator } = await requireMember(db, userId, conversationId);
  if (creator !== userId)
    refuse('not_allowed', { message: 'Only its creator may read how long a conversation keeps its messages.' });
  const rules = await findRules(db, ['server', scope]);
  const own = rules.find((rule) => rule.scope === scope);
  const place = own ?? { scope, purged_id: '' as const, purged_seq: 0 };
  return { messagesDays: own?.messages_days ?? null, nextPurge: await findNextPurge(db, rules, place, nowMs) };
}

/**
 * Returns when one of these rules deletes messages of a place next, and how many: when it comes into force, or when the oldest is too
 * old.
 */
async function findNextPurge(
  db: Db | Tx,
  rules: readonly RetentionRule[],
  place: Place,
  nowMs: number,
): Promise<Retention['nextPurge']> {
  const oldest = rules.some((rule) => rule.messages_days !== null) ? await findOldest(db, place) : null;
  if (oldest === null) return null;
  const purges = rules.flatMap((rule) => {
    if (rule.messages_days === null) return [];
    const ageMs = rule.messages_days * dayMs;
    const fromMs = isPending(rule, nowMs) ? (rule.in_force_at?.getTime() ?? nowMs) : nowMs;
    return [{ ageMs, atMs: Math.max(fromMs, oldest.getTime() + ageMs) }];
  });
  const [next] = purges.sort((one, other) => one.atMs - other.atMs);
  if (next === undefined) return null;
  // A message is too old once it is older than the period, so the next millisecond counts.
  const before = new Date(next.atMs - next.ageMs + 1);
  return { at: new Date(next.atMs).toISOString(), messages: await countExpired(db, place, before, countedMax) };
}
