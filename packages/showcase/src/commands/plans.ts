import { buttons, taskUpdate, text } from '@parley/agent-sdk';
import { newId } from '@parley/protocol';
import type { Command } from '../command.ts';

/** Returns a sample task block with an id that no real task has. */
export function sampleTask() {
  return taskUpdate(newId('task', Date.now()), 'in_progress', 'An example: this is how a task of yours moves on.');
}

/** Commands about work that continues after the answer: a task, a schedule. Only the person can create either. */
export const planCommands: Command[] = [
  {
    name: 'task',
    aliases: ['task update', 'task_update', 'give a task', 'tasks'],
    run: (ctx) =>
      ctx.reply([
        text(
          'A task is yours to give: press **Give a task** beside this room, under what is known of me. I start it, say how it goes, and finish it before your eyes. You can cancel it at any time.',
        ),
        sampleTask(),
        buttons(['schedule', 'help']),
      ]),
  },
  {
    name: 'schedule',
    aliases: ['schedule something', 'schedules', 'plan', 'every weekday'],
    run: (ctx) =>
      ctx.reply([
        text(
          'A schedule is yours to make: press **New schedule** beside this room, and say when, such as every weekday at 9. I get what you wrote each time and answer here. For a word in ten seconds, press **remind me**.',
        ),
        buttons(['remind me', 'task', 'help']),
      ]),
  },
];
