import { catalogue } from './catalogue.ts';

/** Texts of the panel beside a room. */
export const panelWords = catalogue('panelWords', {
  about: (name: string) => `About ${name}`,
  permissions: 'Permissions',
  allPermissions: 'All permissions',
  now: 'Now',
  settings: 'Room settings',
  idle: (name: string) => `${name} is doing nothing here.`,
  answering: (name: string) => `${name} is answering`,
  toAnswer: (name: string) => `${name} has not answered yet`,
  stop: 'Stop',
  stopAnswer: (name: string) => `Stop the answer of ${name}`,
  tasks: 'Open tasks',
  allTasks: 'All tasks',
  schedules: 'Schedules',
  cancelTask: (title: string) => `Cancel task ${title}`,
  cancel: 'Cancel',
  keepTask: 'Keep it',
  cancelForGood: 'Cancel task',
  endSchedule: (text: string) => `End schedule ${text}`,
  end: 'End',
  next: 'Next:',
  notKnown: (name: string) => `Whether ${name} can be reached is not known without a connection.`,
  blocked: (name: string) => `You have blocked ${name}. It hears nothing from you and cannot act for you.`,
});

/** The availability of an agent, for the people in a room with it. */
export const standingWords = catalogue('standingWords', {
  live: (name: string) => `${name} can be reached.`,
  paused: (name: string) => `${name} is paused by its owner.`,
  deleted: (name: string) => `${name} is gone. No answer will come.`,
});
