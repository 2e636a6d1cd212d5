import type { NotifyLevel, PushPayload } from '@parley/protocol';
import { isMuted, type Attention } from '../../accounts/permissions/attention.ts';

/** An event that one person may get a push for. */
export interface PushCase {
  readonly type: 'message' | 'approval' | 'task';
  /** Whether the message mentions the person. */
  readonly isNamed: boolean;
  /** Whether an agent reports that it needs a person. */
  readonly needsHuman: boolean;
  /** The person's settings of the conversation; null if they have left it. */
  readonly conversation: Attention | null;
  /**
   * The person's settings of the agent that caused the event; null if a person caused it, or if there are no settings.
   */
  readonly agent: (Attention & { readonly blocked: boolean }) | null;
}

/** From most to fewest pushes. */
const levels: readonly NotifyLevel[] = ['all', 'mentions', 'decisions', 'none'];

/**
 * Returns the kind of push, or null for none. A pending decision is pushed at every level. An agent that needs a person
 * counts as a mention of everyone, and is pushed at level `decisions` too. The stricter level of conversation and agent
 * applies; if either is muted, nothing is pushed.
 */
export function authorizePush(
  { type, isNamed, needsHuman, conversation, agent }: PushCase,
  nowMs: number,
): PushPayload['kind'] | null {
  if (type === 'approval') return 'approval';
  if (conversation === null || isMuted(conversation, nowMs)) return null;
  if (agent !== null && (isMuted(agent, nowMs) || agent.blocked)) return null;
  const isMentioned = needsHuman || isNamed;
  const level = quieter(conversation.notify, agent?.notify ?? 'all');
  const isHeard = level === 'all' || (level === 'mentions' && isMentioned) || (level === 'decisions' && needsHuman);
  if (!isHeard) return null;
  return type === 'task' ? 'task' : isMentioned ? 'mention' : 'message';
}

function quieter(one: NotifyLevel, other: NotifyLevel): NotifyLevel {
  return levels.indexOf(one) > levels.indexOf(other) ? one : other;
}
