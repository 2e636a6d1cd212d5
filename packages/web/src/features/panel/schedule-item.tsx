import type { ListedConversation, Schedule } from '@parley/protocol';
import { nextTimes, parseCron } from '../../api/cron.ts';
import { useEndSchedule } from '../../api/room-work.ts';
import { scheduleSentence } from '../../api/schedule-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { panelWords as words } from '../../words/panel.ts';
import { taskWords } from '../../words/tasks.ts';
import styles from './panel.module.css';
import { locale } from '../../words/locale.ts';

interface ScheduleItemProps {
  readonly room: ListedConversation;
  readonly schedule: Schedule;
}

/** Shows a schedule: how often it runs, its next three times in its time zone, and how to end it. */
export function ScheduleItem({ room, schedule }: ScheduleItemProps) {
  const { scheduleId, text, cron, timezone } = schedule;
  const end = useEndSchedule(room.conversationId);
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  return (
    <>
      <div className={styles.item}>
        <div>
          <p dir="auto">{text}</p>
          <p className={styles.faint}>
            {taskWords.inZone(cron === null ? taskWords.once : scheduleSentence(cron), timezone)}
          </p>
          <ol className={styles.faint} aria-label={taskWords.nextTimes}>
            {threeTimes(schedule).map((time, place) => (
              <li key={time.getTime()}>
                {place === 0 && `${words.next} `}
                <time dateTime={time.toISOString()}>{format.format(time)}</time>
              </li>
            ))}
          </ol>
        </div>
        <Button aria-label={words.endSchedule(text)} busy={end.isPending} onClick={() => end.mutate(scheduleId)}>
          {words.end}
        </Button>
      </div>
      {end.error && <Notice tone="danger">{end.error.message}</Notice>}
    </>
  );
}

/** Returns the next time from the server and two later ones computed here. */
function threeTimes({ cron, timezone, nextAt }: Schedule): Date[] {
  const next = new Date(nextAt);
  const times = cron === null ? null : parseCron(cron);
  return [next, ...(times ? nextTimes(times, timezone, next, 2) : [])];
}
