import type { EventType } from '@parley/protocol';

/** The error of a task that is moved where there is none. */
export function noTask(event: EventType): TypeError {
  return new TypeError(
    `ctx.updateTask moves the task of a delivery, and this ${event} is about none. Call it in a handler of task.assigned, or ` +
      'ctx.client.updateTask with the delivery id of the task.assigned.',
  );
}
