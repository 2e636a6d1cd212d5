import { quoted } from '../../chat/transcript/quoted.ts';
import type { App } from '../../chat/conversations/app.ts';
import { lockAsMember } from '../../chat/conversations/require-member.ts';
import { findRules, putRule } from '../../chat/conversations/retention-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { daysInForce, isPending, nextRule } from './next-rule.ts';

/**
 * Sets how long a conversation keeps its messages. A line in it says a shorter period, and that one was taken back in
 * time. The period is at most that of the server.
 */
export async function setConversationRetention(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  { userId, displayName }: Pick<Caller, 'userId' | 'displayName'>,
  id: string,
  days: number | null,
): Promise<void> {
  await commit(async ({ tx, tell, transcript, audit }) => {
    const conversation = await lockAsMember(tx, userId, id);
    const { conversation_id: scope, creator_user_id: creator, people } = conversation;
    if (creator !== userId)
      refuse('not_allowed', { message: 'Only its creator may set how long a conversation keeps its messages.' });
    const rules = await findRules(tx, ['server', scope]);
    const [server, rule] = ['server', scope].map((wanted) => rules.find((row) => row.scope === wanted));
    const serverDays = server?.messages_days ?? null;
    if (days !== null && serverDays !== null && days > serverDays)
      refuse('malformed_request', { path: '/messagesDays', hint: `The server keeps messages for ${serverDays} days.` });
    const nowMs = clock.now();
    const inForce = shorter(daysInForce(rule, nowMs), daysInForce(server, nowMs));
    const next = nextRule(scope, rule, { days, inForce, nowMs });
    if (next === rule || (rule === undefined && days === null)) return;
    await putRule(tx, next);
    const said = sayOf(next, isPending(rule, nowMs), nowMs);
    if (said !== null) {
      await transcript.lock([scope]);
      transcript.append({ conversation_id: scope, author_type: 'platform', body: `${quoted(displayName)} ${said}` });
    }
    tell(people, 'conversationUpdated', { conversationId: scope });
    await audit('room_retention.changed', {
      conversationId: scope,
      messagesDays: days,
      inForceAt: next.in_force_at?.toISOString(),
    });
  });
}

function sayOf(next: ReturnType<typeof nextRule>, wasPending: boolean, nowMs: number): string | null {
  if (isPending(next, nowMs))
    return `has messages here deleted after ${daysOf(next.messages_days)}, beginning in 24 hours.`;
  if (!wasPending) return null;
  const kept = next.messages_days === null ? '' : ` Messages here are deleted after ${daysOf(next.messages_days)}.`;
  return `took back the shorter time that messages are kept.${kept}`;
}

function daysOf(days: number | null): string {
  return days === 1 ? '1 day' : `${days ?? 0} days`;
}

function shorter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
