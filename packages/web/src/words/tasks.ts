import type { TaskStatus } from '@parley/protocol';
import { catalogue } from './catalogue.ts';

/** The names of the task statuses. */
export const taskStatusWords = catalogue('taskStatusWords', {
  created: 'Created',
  assigned: 'Given to the agent',
  in_progress: 'In progress',
  awaiting_approval: 'Waits for an approval',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} satisfies Readonly<Record<TaskStatus, string>>);

/** Texts for creating tasks and schedules. */
export const taskWords = catalogue('taskWords', {
  title: 'Tasks',
  give: 'Give a task',
  giveTo: (name: string) => `Give ${name} a task`,
  name: 'Title',
  instructions: 'Instructions',
  instructionsHint: 'What to do, and when it is done.',
  cancel: 'Cancel',
  given: (title: string) => `“${title}” is given.`,
  notNow: 'Its agent is paused, so it waits.',

  schedule: 'New schedule',
  scheduleFor: (name: string) => `New schedule for ${name}`,
  told: 'What it is told',
  often: 'How often',
  oftens: {
    day: 'Every day',
    weekday: 'Every weekday',
    week: 'Every week',
    month: 'Every month',
    hour: 'Every hour',
    own: 'Own pattern',
  },
  weekday: 'Weekday',
  dayOfMonth: 'Day of the month',
  time: 'Time of day',
  minute: 'Minute of the hour',
  cron: 'Pattern',
  cronHint: 'Five fields: minute, hour, day of the month, month, weekday.',
  timezone: 'Time zone',
  create: 'Create schedule',
  nextTimes: 'Next times',
  inZone: (sentence: string, zone: string) => `${sentence}, by the clocks of ${zone}`,
  once: 'Once',
  neverComes: 'These times never come.',
  notPreviewed: 'The first time is said once it is created.',

  status: 'Show',
  all: 'All',
  open: 'Open',
  none: 'No tasks yet. Give one in a room with an agent.',
  noneOpen: 'No task is open.',
  history: 'Timeline',
  showHistory: (title: string) => `Timeline of ${title}`,
  byAgent: 'the agent',
  byUser: 'a person',
  byPlatform: 'Parley',
  step: (status: string, by: string) => `${status} · ${by}`,
  cancelTask: 'Cancel task',
  cancelTitle: (title: string) => `Cancel “${title}”?`,
  cancelText: 'A cancelled task does not go on.',
  more: 'Show older',
  loading: 'Loading',
});
