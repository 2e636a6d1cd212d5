import type { EventType } from '@parley/protocol';
import { findAuthorities, type Authority } from '../../engine/deliveries/authority-queries.ts';
import { findInvokedWith } from '../../engine/deliveries/invoked-queries.ts';
import { findAnswerers } from '../../chat/forms/form-answer-queries.ts';
import { isAgentTick } from '../tasks/schedules/own-queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';

const ownEvents: ReadonlySet<EventType> = new Set([
  'message.created',
  'form.submitted',
  'task.assigned',
  'task.cancelled',
]);
/** How many tool results may lie between a person's act and the call. */
const resultsMax = 100;

/**
 * Returns whether a delivery comes from an act of its person: a message, form, task or schedule, or the result of a tool
 * that was called in answer to one. A form that another member answered does not count, nor does another agent's call,
 * nor a schedule that the agent made.
 */
export async function isOwnAct(
  tx: Tx,
  delivery: Pick<Authority, 'delivery_id' | 'event' | 'hop' | 'user_id'>,
): Promise<boolean> {
  let of = delivery;
  for (let step = 0; step < resultsMax; step++) {
    if (of.hop > 0 || of.user_id !== delivery.user_id) return false;
    if (of.event === 'form.submitted')
      return (await findAnswerers(tx, [of.delivery_id])).get(of.delivery_id) === of.user_id;
    if (of.event === 'tick.scheduled') return !(await isAgentTick(tx, of.delivery_id));
    if (of.event !== 'tool.result') return ownEvents.has(of.event);
    const cause = await findInvokedWith(tx, of.delivery_id);
    const [before] = cause === null ? [] : await findAuthorities(tx, [cause], new Date(0));
    if (before === undefined) return false;
    of = before;
  }
  return false;
}
