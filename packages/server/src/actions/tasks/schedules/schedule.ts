import { Cron } from 'croner';
import type { AgentId, ConversationId, Schedule, ScheduleId, UserId } from '@parley/protocol';
import { minutesByNumber, neverComes } from './cron-fields.ts';

/** A stored schedule. It is for the agent that had the seat when it was created, for the person who created it. */
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
 * Returns when a schedule falls due next after a time, in whole minutes because `cron` has five fields. Null if it
 * never does, such as on 30 February, or if the fields are invalid.
 */
export function nextAfter(cron: string, timezone: string, after: Date): Date | null {
  const fields = cron.trim().split(/\s+/);
  const [minutes = '', hours = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5 || neverComes(day, month, weekday)) return null;
  const exact = [minutesByNumber(minutes, hours), hours, day, month, weekday].join(' ');
  try {
    return new Cron(exact, { mode: '5-part', timezone, paused: true, fixedTimeRule: 'no-wildcard' }).nextRun(after);
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
