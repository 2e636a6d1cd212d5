import type { Retention, UserId } from '@parley/protocol';
import { requireMember } from '../../chat/conversations/require-member.ts';
import { findRules, type RetentionRule } from '../../chat/conversations/retention-queries.ts';
import { countExpired, findOldest } from '../../chat/transcript/purge-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isPending } from './next-rule.ts';

type Place = Pick<RetentionRule, 'scope' | 'purged_id' | 'purged_seq'>;
type NextPurge = NonNullable<Retention['nextPurge']>;

const countedMax = 100_000;
const dayMs = 24 * 3_600_000;

/** Returns how long the server keeps messages, and what is deleted next. */
export async function readRetention(db: Db | Tx, nowMs: number): Promise<Retention> {
  const [rule] = await findRules(db, ['server']);
  return {
    messagesDays: rule?.messages_days ?? null,
    nextPurge: rule ? await nextPurge(db, rule, rule, nowMs) : null,
  };
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
  const next: NextPurge[] = [];
  for (const rule of rules) next.push(...[(await nextPurge(db, rule, place, nowMs)) ?? []].flat());
  return {
    messagesDays: own?.messages_days ?? null,
    nextPurge: next.sort((one, other) => one.at.localeCompare(other.at))[0] ?? null,
  };
}

/** Returns when a rule deletes messages of a place next: when it comes into force, or when the oldest is too old. */
async function nextPurge(db: Db | Tx, rule: RetentionRule, place: Place, nowMs: number): Promise<NextPurge | null> {
  const { messages_days: days, in_force_at: inForceAt } = rule;
  if (days === null) return null;
  const oldest = await findOldest(db, place);
  if (oldest === null) return null;
  const from = isPending(rule, nowMs) ? (inForceAt?.getTime() ?? nowMs) : nowMs;
  const atMs = Math.max(from, oldest.getTime() + days * dayMs);
  // A message is too old once it is older than the period, so the next millisecond counts.
  const before = new Date(atMs - days * dayMs + 1);
  return { at: new Date(atMs).toISOString(), messages: await countExpired(db, place, before, countedMax) };
}
