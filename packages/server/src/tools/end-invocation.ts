import type { App } from '../conversations/app.ts';
import type { NewDelivery } from '../deliveries/delivery.ts';
import { sealDelivery } from '../transcript/seal-delivery.ts';
import type { Tx } from '../storage/storage.ts';
import { findUsers, type UserRow } from '../users/queries.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import { isEnd, nextState, type InvocationMove, type InvocationRow } from './invocation.ts';
import { updateEnded } from './queries.ts';

/** Ends a locked invocation: its state, and the one `tool.result` that goes with it. A state that has ended does not move again. */
export async function endInvocation(
  { tx, deliver }: DeliveryWork,
  { clock }: Pick<App, 'clock'>,
  row: InvocationRow,
  move: InvocationMove,
  content: unknown,
): Promise<void> {
  const state = nextState(row.state, move);
  if (state === null || !isEnd(state)) throw new Error(`An invocation that is ${row.state} does not end by ${move}.`);
  const now = new Date(clock.now());
  await updateEnded(tx, row.invocation_id, state, now);
  await deliver([await sealResult(tx, { ...row, state, ended_at: now }, content, now)]);
}

/** The `tool.result` of an invocation that has ended. */
export async function sealResult(tx: Tx, row: InvocationRow, content: unknown, now: Date): Promise<NewDelivery> {
  if (!isEnd(row.state)) throw new Error(`An invocation that is ${row.state} has no result.`);
  const person = (await findUsers(tx, [row.user_id]))[0] as UserRow;
  return sealDelivery(
    {
      event: 'tool.result',
      agentId: row.agent_id,
      conversationId: row.conversation_id,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: {
        tool_result: {
          invocation_id: row.invocation_id,
          tool: row.tool,
          requested_scope: row.requested_scope,
          outcome: row.state,
          content: content as null,
          is_error: row.state !== 'succeeded',
        },
      },
      createdAt: now,
      humanOrigin: row.human_origin,
      hop: row.hop,
    },
    now.getTime(),
  );
}
