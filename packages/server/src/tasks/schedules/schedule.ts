import { Cron } from 'croner';
import type { AgentId, ConversationId, Schedule, ScheduleId, UserId } from '@parley/protocol';

/** A schedule as it is stored. It is for the agent that sat in the room when it was made, on behalf of whoever made it. */
export interface ScheduleRow {
  readonly schedule_id: ScheduleId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
  readonly creator_user_id: UserId;
  readonly cron: string;
  readonly timezone: string;
  readonly text: string;
  readonly next_at: Date;
  readonly created_at: Date;
}

/**
 * When a schedule falls due next, after a time: a whole minute, since `cron` has exactly five fields. Null where it never
 * does, such as on the 30th of February, and where the fields cannot be read.
 */
export function nextAfter(cron: string, timezone: string, after: Date): Date | null {
  if (cron.trim().split(/\s+/).length !== 5) return null;
  try {
    return new Cron(cron, { mode: '5-part', timezone, paused: true }).nextRun(after);
  } catch {
    return null;
  }
}

export function presentSchedule(row: ScheduleRow): Schedule {
  return {
    scheduleId: row.schedule_id,
    cron: row.cron,
    timezone: row.timezone,
    text: row.text,
    nextAt: row.next_at.toISOString(),
  };
}
