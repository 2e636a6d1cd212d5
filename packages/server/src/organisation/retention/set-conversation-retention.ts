import { platformLine, type Retention } from '@parley/protocol';
import { quoted } from '../../chat/transcript/quoted.ts';
import type { App } from '../../chat/conversations/app.ts';
import { lockAsMember } from '../../chat/conversations/require-member.ts';
import type { PeopledConversationRow } from '../../chat/conversations/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { findRules, putRule } from '../../chat/conversations/retention-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { daysInForce, isPending, nextRule } from './next-rule.ts';
import { readConversationRetention } from './read-retention.ts';

type Work = Pick<TranscriptWork, 'tx' | 'tell' | 'transcript' | 'audit'>;
type Who = Pick<Caller, 'userId' | 'displayName'>;

/**
 * Sets how long a conversation keeps its messages. A line in it says a shorter period, and that one was taken back in
 * time. The period is at most that of the server. Returns it with what is deleted next.
 */
export async function setConversationRetention(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  who: Who,
  conversationId: string,
  days: number | null,
): Promise<Retention> {
  return commit(async (work) => {
    const nowMs = clock.now();
    const conversation = await lockAsMember(work.tx, who.userId, conversationId);
    if (conversation.creator_user_id !== who.userId)
      refuse('not_allowed', { message: 'Only its creator may set how long a conversation keeps its messages.' });
    await change(work, who, conversation, { days, nowMs });
    return readConversationRetention(work.tx, { userId: who.userId, conversationId, nowMs });
  });
}

async function change(
  { tx, tell, transcript, audit }: Work,
  { displayName }: Who,
  { conversation_id: conversationId, people }: PeopledConversationRow,
  { days, nowMs }: { readonly days: number | null; readonly nowMs: number },
): Promise<void> {
  const rules = await findRules(tx, ['server', conversationId]);
  const [server, rule] = ['server', conversationId].map((scope) => rules.find((row) => row.scope === scope));
  const serverDays = server?.messages_days ?? null;
  if (days !== null && serverDays !== null && days > serverDays)
    refuse('malformed_request', { path: '/messagesDays', hint: `The server keeps messages for ${serverDays} days.` });
  const inForce = shorter(daysInForce(rule, nowMs), daysInForce(server, nowMs));
  const next = nextRule(conversationId, rule, { days, inForce, nowMs });
  if (next === rule || (rule === undefined && days === null)) return;
  await putRule(tx, next);
  const body = sayOf(quoted(displayName), next, isPending(rule, nowMs), nowMs);
  if (body !== null) {
    await transcript.lock([conversationId]);
    transcript.append({ conversation_id: conversationId, author_type: 'platform', body });
    await transcript.write();
  }
  tell(people, 'conversationUpdated', { conversationId });
  await audit('room_retention.changed', { conversationId, messagesDays: days });
}

function sayOf(name: string, next: ReturnType<typeof nextRule>, wasPending: boolean, nowMs: number): string | null {
  const days = daysOf(next.messages_days);
  if (isPending(next, nowMs)) return platformLine('keptFor', { name, days });
  if (!wasPending) return null;
  return next.messages_days === null
    ? platformLine('keptAgain', { name })
    : platformLine('keptAgainFor', { name, days });
}

function daysOf(days: number | null): string {
  return days === 1 ? '1 day' : `${days ?? 0} days`;
}

function shorter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
