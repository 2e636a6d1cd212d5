import type { taskWords } from '../../words/tasks.ts';

/** The form values for when a schedule runs. */
export interface Often {
  readonly kind: keyof typeof taskWords.oftens;
  /** 0 is Sunday. */
  readonly weekday: string;
  readonly dayOfMonth: string;
  /** `HH:MM`, as the browser's time field returns it. */
  readonly time: string;
  readonly minute: string;
  readonly cron: string;
}

export const oftenAtFirst: Often = {
  kind: 'weekday',
  weekday: '1',
  dayOfMonth: '1',
  time: '09:00',
  minute: '0',
  cron: '0 9 * * 1-5',
};

/** Returns the values as five cron fields. */
export function cronOf({ kind, weekday, dayOfMonth, time, minute, cron }: Often): string {
  const [hour = 0, past = 0] = time.split(':').map(Number);
  switch (kind) {
    case 'day':
      return `${past} ${hour} * * *`;
    case 'weekday':
      return `${past} ${hour} * * 1-5`;
    case 'week':
      return `${past} ${hour} * * ${weekday}`;
    case 'month':
      return `${past} ${hour} ${dayOfMonth} * *`;
    case 'hour':
      return `${minute} * * * *`;
    case 'own':
      return cron;
  }
}
