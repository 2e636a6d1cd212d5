import { limits, newId, type Schedule } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import type { EnvelopeUser } from '../../../chat/transcript/seal-delivery.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { seatedAgent } from '../seated-agent.ts';
import { findSchedules, insertSchedule } from './queries.ts';
import { nextAfter, presentSchedule, type ScheduleRow } from './schedule.ts';

export interface AddSchedule {
  readonly creator: EnvelopeUser;
  readonly conversationId: string;
  readonly cron: string;
  /** Default: the time zone of the creator. */
  readonly timezone?: string | undefined;
  readonly text: string;
}

/** Adds a schedule that sends a text to the agent of a conversation at certain times. */
export async function addSchedule(
  app: Pick<App, 'commit' | 'clock'>,
  { creator, conversationId, cron, timezone = creator.timezone, text }: AddSchedule,
): Promise<Schedule> {
  const now = new Date(app.clock.now());
  return app.commit(async (work) => {
    const { tx, signal } = work;
    const { conversation, agent } = await seatedAgent(work, creator, conversationId);
    // After the permission check, because finding the next time can take long.
    const nextAt = nextAfter(cron, timezone, now);
    if (!nextAt) return refuse('malformed_request', unreadable);
    const others = await findSchedules(tx, conversation.conversation_id, agent.agent_id);
    if (others.filter((row) => !row.by_agent).length >= limits.schedulesPerConversation) refuse('too_many_schedules');
    const schedule: ScheduleRow = {
      schedule_id: newId('schedule', now.getTime()),
      conversation_id: conversation.conversation_id,
      agent_id: agent.agent_id,
      creator_user_id: creator.userId,
      cron,
      timezone,
      text,
      next_at: nextAt,
      created_at: now,
      by_agent: false,
      at: null,
    };
    await insertSchedule(tx, schedule);
    signal([{ to: 'servers', type: 'scheduleAdded', nextAt: nextAt.getTime() }]);
    return presentSchedule(schedule);
  });
}

/** The refusal of a `cron` that is invalid or never falls due. */
export const unreadable = {
  path: '/cron',
  message: 'This is not a schedule that ever falls due.',
  hint: 'Send five fields (minute, hour, day of month, month, day of week), such as 0 9 * * 1-5.',
};
