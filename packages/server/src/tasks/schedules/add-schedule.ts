import { limits, newId, type Schedule } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { EnvelopeUser } from '../../transcript/seal-delivery.ts';
import { refuse } from '../../routing/refusal.ts';
import { seatedAgent } from '../seated-agent.ts';
import { findSchedules, insertSchedule } from './queries.ts';
import { nextAfter, presentSchedule, type ScheduleRow } from './schedule.ts';

export interface AddSchedule {
  readonly creator: EnvelopeUser;
  readonly conversationId: string;
  readonly cron: string;
  /** The creator's own time zone where they name none. */
  readonly timezone?: string | undefined;
  readonly text: string;
}

/** Has the agent of a conversation told something at set times. */
export async function addSchedule(
  app: Pick<App, 'commit' | 'clock' | 'beliefs'>,
  { creator, conversationId, cron, timezone = creator.timezone, text }: AddSchedule,
): Promise<Schedule> {
  const now = new Date(app.clock.now());
  return app.commit(async ({ tx, signal }) => {
    const { conversation, agent } = await seatedAgent(app, tx, creator, conversationId);
    // Not before: finding the time can take a while, which is for those who may have it found.
    const nextAt = nextAfter(cron, timezone, now);
    if (!nextAt) return refuse('malformed_request', unreadable);
    const others = await findSchedules(tx, conversation.conversation_id, agent.agent_id);
    if (others.length >= limits.schedulesPerConversation) refuse('too_many_schedules');
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
    };
    await insertSchedule(tx, schedule);
    signal([{ to: 'servers', type: 'scheduleAdded', nextAt: nextAt.getTime() }]);
    return presentSchedule(schedule);
  });
}

const unreadable = {
  path: '/cron',
  message: 'This is not a schedule that ever falls due.',
  hint: 'Send five fields (minute, hour, day of month, month, day of week), such as 0 9 * * 1-5.',
};
