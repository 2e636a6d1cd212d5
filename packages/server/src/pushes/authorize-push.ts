import type { NotifyLevel, PushPayload } from '@parley/protocol';
import { isMuted, type Attention } from '../permissions/attention.ts';
import { mentions } from './mention.ts';

/** Something that one person may be sent a push of. */
export interface PushCase {
  readonly type: 'message' | 'approval' | 'task';
  /** What was said, in words; empty where nothing was. */
  readonly text: string;
  /** Whether an agent says that it cannot go on without a person. */
  readonly needsHuman: boolean;
  readonly handle: string;
  /** How they have the conversation; null where they are not in it any more. */
  readonly conversation: Attention | null;
  /** How they have the agent whose doing it is; null where it is a person's, or where they never chose anything. */
  readonly agent: (Attention & { readonly blocked: boolean }) | null;
}

/** From the loudest to the quietest. */
const levels: readonly NotifyLevel[] = ['all', 'mentions', 'decisions', 'none'];

/**
 * What kind of push it is, or null for none. A decision that waits is pushed at every level. An agent that needs a person mentions
 * everyone, also who wants to hear of decisions only. Of conversation and agent the quieter counts, and where either is muted nothing is
 * pushed.
 */
export function authorizePush(
  { type, text, needsHuman, handle, conversation, agent }: PushCase,
  nowMs: number,
): PushPayload['kind'] | null {
  if (type === 'approval') return 'approval';
  if (conversation === null || isMuted(conversation, nowMs)) return null;
  if (agent !== null && (isMuted(agent, nowMs) || agent.blocked)) return null;
  const isMentioned = needsHuman || mentions(text, handle);
  const level = quieter(conversation.notify, agent?.notify ?? 'all');
  const isHeard = level === 'all' || (level === 'mentions' && isMentioned) || (level === 'decisions' && needsHuman);
  if (!isHeard) return null;
  return type === 'task' ? 'task' : isMentioned ? 'mention' : 'message';
}

function quieter(one: NotifyLevel, other: NotifyLevel): NotifyLevel {
  return levels.indexOf(one) > levels.indexOf(other) ? one : other;
}
