import { Cron } from 'croner';
import type { AgentId, AgentSchedule, ConversationId, Schedule, ScheduleId, UserId } from '@parley/protocol';
import { minutesByNumber, neverComes } from './cron-fields.ts';

/** A stored schedule. It is for the agent that had the seat when it was created. `creator_user_id` is the person who
 * created it, or for whom the agent did. */
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
  /** Whether the agent made it, for that person. */
  readonly by_agent: boolean;
  /** The only time of a schedule of an agent, whose `cron` is then empty; else null. */
  readonly at: Date | null;
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

/** Returns when a schedule falls due next after a time; null if it never does, such as one with a single time. */
export function nextRun({ at, cron, timezone }: Pick<ScheduleRow, 'at' | 'cron' | 'timezone'>, after: Date) {
  return at === null ? nextAfter(cron, timezone, after) : null;
}

export function presentSchedule(row: ScheduleRow): Schedule {
  return {
    scheduleId: row.schedule_id,
    createdBy: row.by_agent ? { type: 'agent', id: row.agent_id } : { type: 'user', id: row.creator_user_id },
    at: row.at?.toISOString() ?? null,
    cron: row.at === null ? row.cron : null,
    timezone: row.timezone,
    text: row.text,
    nextAt: row.next_at.toISOString(),
  };
}

/** Presents a schedule for the agent that made it. */
export function presentOwnSchedule(row: ScheduleRow): AgentSchedule {
  const { scheduleId, at, cron, timezone, text, nextAt } = presentSchedule(row);
  return { schedule_id: scheduleId, conversation_id: row.conversation_id, at, cron, timezone, text, next_at: nextAt };
}
